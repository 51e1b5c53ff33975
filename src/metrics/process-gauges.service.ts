import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Collectors } from './collectors.service.js';

/** Milliseconds between samples of the event loop's delay: Node's own histogram, which costs requests nothing. */
const RESOLUTION_MS = 20;

/** Milliseconds over which delays are reported: slower scrapers miss some, and two scrapers see the same. */
const WINDOW_MS = 15_000;

@Injectable()
export class ProcessGauges implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private timer: NodeJS.Timeout | undefined;
  private last: { readonly p50: number; readonly p99: number } | undefined;

  constructor(collectors: Collectors) {
    collectors.addValue('quern_event_loop_delay_p50_seconds', () => (this.last ?? this.read()).p50);
    collectors.addValue('quern_event_loop_delay_p99_seconds', () => (this.last ?? this.read()).p99);
    collectors.addValue('process_cpu_seconds', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
    collectors.addValue('process_resident_memory_bytes', () => process.memoryUsage.rss());
    const startedAt = performance.timeOrigin / 1000;
    collectors.addValue('process_start_time_seconds', () => startedAt);
  }

  onApplicationBootstrap(): void {
    this.delays.enable();
    this.timer = setInterval(() => {
      this.last = this.read();
      this.delays.reset();
    }, WINDOW_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.delays.disable();
  }

  /** Node's figures include the time between two samples. */
  private read(): { readonly p50: number; readonly p99: number } {
    const late = (percentile: number) => Math.max(0, this.delays.percentile(percentile) / 1e9 - RESOLUTION_MS / 1000);
    return { p50: late(50), p99: late(99) };
  }
}
