import { Inject, Injectable } from '@nestjs/common';
import { Budgets } from '../budgets/budgets.service.js';
import { ResultCache } from '../cache/result-cache.service.js';
import { packageVersion } from '../config/package-root.js';
import { Settings } from '../config/settings.js';
import { Engine } from '../engines/engine.js';
import { Runner } from '../execution/runner.service.js';
import { Health } from '../health/health.service.js';
import { stderrSink } from '../logs/stderr-sink.js';
import { Registry } from '../registry/registry.service.js';
import { Collectors } from './collectors.service.js';
import { type Sample } from './exposition.js';

@Injectable()
export class ServiceGauges {
  constructor(
    collectors: Collectors,
    cache: ResultCache,
    runner: Runner,
    budgets: Budgets,
    registry: Registry,
    private readonly health: Health,
    @Inject(Engine) engine: Engine,
    @Inject(Settings) settings: Settings,
  ) {
    collectors.addValue('quern_cache_entries', () => cache.memory.size);
    collectors.addValue('quern_cache_bytes', () => cache.memory.bytes);
    collectors.addValue('quern_cache_max_bytes', () => settings.cacheMaxBytes);
    collectors.addValue('quern_redis_up', () => cache.sharing && (cache.sharing === 'ok' ? 1 : 0));
    collectors.addValue('quern_service_budget_used_ratio', () => budgets.usedByAll());
    collectors.addValue('quern_unfinished_bytes', () => runner.unfinishedBytes);
    collectors.add('quern_runs_waiting', () => [
      { values: ['endpoint'], value: runner.waiting },
      { values: ['engine'], value: engine.activity.waiting },
    ]);
    collectors.addValue('quern_engine_slots', () => engine.slots);
    collectors.addValue('quern_engine_slots_in_use', () => engine.activity.slotsInUse);
    collectors.addValue('quern_engine_circuit_open', () => (engine.activity.isAway ? 1 : 0));
    collectors.addValue('quern_sandbox_processes', () => engine.activity.sandboxProcesses);
    collectors.addValue('quern_store_tables', () => engine.activity.store?.tables);
    collectors.addValue('quern_store_bytes', () => engine.activity.store?.bytes);
    collectors.addValue('quern_store_oldest_timestamp_seconds', () => secondsOf(engine.activity.store?.oldestAt));
    collectors.addValue('quern_endpoint_file_errors', () => registry.errorCount);
    collectors.addValue('quern_data_file_errors', () => registry.dataErrorCount);
    collectors.addValue('quern_log_lines_dropped', () => stderrSink.dropped);
    collectors.addValue('quern_registry_generation', () => registry.generation);
    collectors.addValue('quern_last_reload_successful', () => (registry.hasError ? 0 : 1));
    collectors.addValue('quern_last_reload_timestamp_seconds', () => registry.readAt / 1000);
    collectors.add('quern_endpoints', () => this.states());
    const build = [packageVersion(), engine.name, process.version];
    collectors.add('quern_build', () => [{ values: build, value: 1 }]);
  }

  private states(): Sample[] {
    const counts = this.health.counts();
    return (['serving', 'outdated', 'unchecked'] as const).map((state) => ({ values: [state], value: counts[state] }));
  }
}

function secondsOf(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}
