import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ConsoleLogger } from '@nestjs/common';
import { readSettings } from '../../src/config/read-settings.js';
import { openService } from '../../src/service.js';
import { type Figures } from './measured-service.js';

// The service in a process of its own, which tells how long its event loop was held and how much memory it took.
const delay = monitorEventLoopDelay({ resolution: 1 });
let mostRss = 0;
const look = setInterval(() => {
  mostRss = Math.max(mostRss, process.memoryUsage.rss());
}, 20);

const { app } = await openService(readSettings(process.env), { logger: new ConsoleLogger({ logLevels: ['error'] }) });
await app.listen(0, '127.0.0.1');
process.send?.({ base: await app.getUrl() });

process.on('message', (asked: 'begin' | 'end') => {
  if (asked === 'begin') {
    global.gc?.();
    mostRss = process.memoryUsage.rss();
    delay.reset();
    delay.enable();
    process.send?.({ begun: mostRss });
    return;
  }
  delay.disable();
  const toMs = (nanoseconds: number) => nanoseconds / 1e6;
  const figures: Figures = { p99Ms: toMs(delay.percentile(99)), maxMs: toMs(delay.max), mostRss };
  process.send?.({ figures });
});
process.on('disconnect', () => {
  clearInterval(look);
  process.exit();
});
