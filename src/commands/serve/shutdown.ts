import { type Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { Engine } from '../../engines/engine.js';
import { counted } from '../../errors/listing.js';
import { Traces } from '../../traces/traces.service.js';
import { Warming } from '../../warming/warming.service.js';

interface CountingServer extends Server {
  readonly unanswered: number;
}

const logger = new Logger('Stop');

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Milliseconds within which the same signal is the same news. npm passes signals on, so that one which a terminal or systemd sends to all
 * processes of a group comes twice.
 */
const SAME_SIGNAL_MS = 500;

/** Resolves with the signal to stop. A second one has its ordinary effect: it ends the process at once. */
export async function untilTold(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const told = (signal: NodeJS.Signals) => {
      resolve(signal);
      for (const other of SIGNALS) if (other !== signal) process.off(other, told);
      setTimeout(() => process.off(signal, told), SAME_SIGNAL_MS).unref();
    };
    for (const signal of SIGNALS) process.on(signal, told);
  });
}

/** Finishes runs within the grace period, gives up the rest, closes everything, and logs beginning and end. */
export async function shutDown(
  app: NestExpressApplication,
  signal: NodeJS.Signals,
  graceSeconds: number,
): Promise<void> {
  const server = app.getHttpServer() as CountingServer;
  const told = performance.now();
  tellBeginning(signal, server.unanswered, graceSeconds);
  // Runs ahead of time have no waiting clients, and would keep the engine from runs that clients wait for.
  app.get(Warming).stop();
  const traces = app.get(Traces);
  traces.endBy(performance.now() + graceSeconds * 1000);
  const cut = await drain(server, graceSeconds * 1000);
  // Runs of clients that are gone are cancelled when that is heard; the engine is closed after that.
  await setImmediate();
  const engine = app.get<Engine>(Engine);
  await app.close();
  tellEnd(cut, performance.now() - told);
  // A run that cannot be interrupted ends with the process, for whose busy threads `process.exit` would wait. Nothing is lost: all that
  // Quern writes, it writes whole or not at all.
  if (engine.isStuck) process.kill(process.pid, 'SIGKILL');
  // The exporter would keep the process alive to try again.
  if (traces.hasUnsent) process.exit();
}

function tellBeginning(signal: NodeJS.Signals, open: number, graceSeconds: number): void {
  const calls = open === 0 ? 'no call is open' : `${counted(open, 'open call')} may take ${graceSeconds} s more`;
  logger.log(`${signal}: no more connections are taken; ${calls}`, { open_calls: open });
}

function tellEnd(cut: number, milliseconds: number): void {
  const ended = `Quern has stopped after ${(milliseconds / 1000).toFixed(1)} s`;
  const fields = { cut_calls: cut, ms: Math.round(milliseconds) };
  if (cut === 0) logger.log(`${ended}; no call was cut off`, fields);
  else logger.warn(`${ended}; cut off at the end of QUERN_SHUTDOWN_GRACE: ${counted(cut, 'call')}`, fields);
}

/**
 * Takes no more connections, and resolves when none is left: each ends with the answer that it waits for, or with the grace period.
 *
 * @returns number of calls that were cut off
 */
async function drain(server: CountingServer, graceMs: number): Promise<number> {
  let cut = 0;
  // A client that keeps using its connection has to open another one, which reaches another replica.
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
  const grace = setTimeout(() => {
    cut = server.unanswered;
    server.closeAllConnections();
  }, graceMs);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  clearTimeout(grace);
  return cut;
}
