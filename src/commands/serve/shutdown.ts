import { type Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Engine } from '../../engines/engine.js';
import { Traces } from '../../traces/traces.service.js';
import { Warming } from '../../warming/warming.service.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Milliseconds within which the same signal is the same news. npm hands on what it is sent, and where a terminal or systemd sends it to all
 * processes of a group, it comes twice.
 */
const SAME_SIGNAL_MS = 500;

/** Resolves at a signal to stop. A second one has its ordinary effect: it ends the process at once. */
export async function untilTold(): Promise<void> {
  await new Promise<void>((resolve) => {
    const told = (signal: NodeJS.Signals) => {
      resolve();
      for (const other of SIGNALS) if (other !== signal) process.off(other, told);
      setTimeout(() => process.off(signal, told), SAME_SIGNAL_MS).unref();
    };
    for (const signal of SIGNALS) process.on(signal, told);
  });
}

/** Finishes what runs, gives up on what takes longer than the grace period, and closes everything. */
export async function shutDown(app: NestExpressApplication, graceSeconds: number): Promise<void> {
  // No client waits for runs ahead of time, and they would keep the engine from runs that clients wait for.
  app.get(Warming).stop();
  const traces = app.get(Traces);
  traces.endBy(performance.now() + graceSeconds * 1000);
  await drain(app.getHttpServer(), graceSeconds * 1000);
  // Runs whose clients are gone are cancelled when that is heard, and the engine is closed after that.
  await setImmediate();
  const engine = app.get<Engine>(Engine);
  await app.close();
  // A run that cannot be interrupted ends with the process.
  if (engine.isStuck) endAnyway();
  // The exporter would go on trying.
  if (traces.hasUnsent) process.exit();
}

/** Takes no more connections, and resolves when none is left: each ends with the answer that it waits for, or with the grace period. */
async function drain(server: Server, graceMs: number): Promise<void> {
  // A client that goes on asking over a kept connection is told to open another one, which reaches another replica.
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  const grace = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  clearTimeout(grace);
}

/** `process.exit` would wait for the threads that are busy. Nothing is lost: whatever Quern writes, it writes whole or not at all. */
function endAnyway(): void {
  process.kill(process.pid, 'SIGKILL');
}
