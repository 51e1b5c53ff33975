export type MetricType = 'counter' | 'gauge' | 'histogram' | 'info';

export interface MetricEntry {
  readonly type: MetricType;
  readonly labels: readonly string[];
  /** One sentence, for its HELP line and for the table of `docs/reference/metrics.md`. */
  readonly help: string;
}

/** Makes entries of metrics with these labels, by their types. */
function labelled(...labels: readonly string[]) {
  const entryOf = (type: MetricType) => (help: string) => ({ type, labels, help });
  return {
    counter: entryOf('counter'),
    gauge: entryOf('gauge'),
    histogram: entryOf('histogram'),
    info: entryOf('info'),
  };
}

const { counter, gauge, histogram } = labelled();
const ofEndpoint = labelled('endpoint');
const ofKey = labelled('key');

/**
 * Every metric. Names are stable. Counters are named without `_total`, and infos without `_info`: each format adds these in its own place.
 * A name that ends in a unit (`_seconds`, `_bytes`) has that unit.
 */
export const METRICS = {
  quern_requests: labelled('endpoint', 'cache', 'code').counter(
    'Answered calls of an endpoint, by the part that the cache had in them (`hit`, `miss` …) and by the class of the status.',
  ),
  quern_runs: labelled('endpoint', 'cause', 'outcome').counter(
    'Runs of an endpoint’s query, by their cause and their outcome.',
  ),
  quern_engine_bytes_billed: ofEndpoint.counter('Bytes that the engine has billed runs for.'),
  quern_engine_bytes_processed: ofEndpoint.counter('Bytes that runs have read.'),
  quern_engine_slot_seconds: ofEndpoint.counter(
    'Seconds of the engine’s slots that runs have taken, where the engine counts them.',
  ),
  quern_engine_seconds: ofEndpoint.counter(
    'Seconds that runs have taken on the engine, without what they waited for it.',
  ),
  quern_answer_age_seconds: ofEndpoint.counter(
    'Sum of the ages of all answers with rows; divided by their number it is the mean age.',
  ),
  quern_rows_truncated: ofEndpoint.counter('Runs whose rows were cut off at `max_rows` or `max_bytes`.'),
  quern_refreshes_left_out: ofEndpoint.counter(
    'Results that were asked for and left to expire, since a budget had nothing left for refreshes.',
  ),
  quern_evictions: ofEndpoint.counter('Cached results that had to make room for others.'),
  quern_results_verified: ofEndpoint.counter(
    'Results that were due and not run again, since their tables had not changed.',
  ),
  quern_engine_bytes_saved: ofEndpoint.counter(
    'Bytes billed for the earlier runs of results that were verified, and so not run again.',
  ),
  quern_budget_used_ratio: ofEndpoint.gauge(
    'Share of an endpoint’s `budget` that its runs have taken today, in UTC, runs under way included; above 1 where runs have taken more time than was known ahead. Absent without a budget.',
  ),
  quern_service_budget_used_ratio: gauge(
    'Share of the service’s budget that all runs together have taken today, in UTC; absent without a budget.',
  ),
  quern_key_budget_used_ratio: ofKey.gauge(
    'Share of a key’s `budget` that the runs of its calls have taken today, in UTC; absent without a budget.',
  ),
  quern_errors: labelled('error').counter('Answers that were a problem, by its code.'),
  quern_key_requests: ofKey.counter('Requests of a key that were answered.'),
  quern_key_bytes_billed: ofKey.counter('Bytes that the engine has billed for runs that the key’s calls have started.'),
  quern_key_slot_seconds: ofKey.counter(
    'Seconds of the engine’s slots taken by runs that the key’s calls have started, where the engine counts them.',
  ),
  quern_key_engine_seconds: ofKey.counter(
    'Seconds on the engine, without waiting, of runs that the key’s calls have started.',
  ),
  http_server_request_duration_seconds: labelled(
    'http_request_method',
    'http_response_status_code',
    'http_route',
  ).histogram('Seconds from a request to its answer; of answers from memory until it is handed to the connection.'),
  quern_engine_run_duration_seconds: labelled('outcome').histogram(
    'Seconds that a run has taken on the engine, without what it waited for it.',
  ),
  quern_queue_wait_seconds: histogram('Seconds that a run has waited, for its endpoint’s turn and for the engine.'),
  quern_runs_waiting: labelled('queue').gauge(
    'Runs that wait, for a turn of their endpoint (`max_concurrency`) or for the engine.',
  ),
  quern_engine_slots: gauge('Queries that the engine runs at once at most.'),
  quern_engine_slots_in_use: gauge('Slots of the engine that have a run.'),
  quern_engine_circuit_open: gauge('1 while the engine does not answer and is asked from time to time only.'),
  quern_sandbox_processes: gauge('Processes that run SQL of callers’ own.'),
  quern_store_tables: gauge(
    'Tables that are read from copies of their files (`QUERN_STORE`); absent where none are kept.',
  ),
  quern_store_bytes: gauge('Bytes on the disk of the copies of tables’ files.'),
  quern_store_oldest_timestamp_seconds: gauge('Time at which the oldest copy of a table’s files was written.'),
  quern_cache_entries: gauge('Results in memory.'),
  quern_cache_bytes: gauge('Bytes of memory that cached results take.'),
  quern_cache_max_bytes: gauge('Bytes of memory that cached results may take.'),
  quern_unfinished_bytes: gauge('Bytes of memory that answers take while they are made.'),
  quern_unread_bytes: gauge('Bytes of answers that their clients have not read yet.'),
  quern_connections: gauge('Connections that are open.'),
  quern_max_connections: gauge('Connections that may be open.'),
  quern_endpoints: labelled('state').gauge(
    'Endpoints that are served: as their files say, as an earlier version of a file that is broken now, or not checked by the engine yet.',
  ),
  quern_endpoint_file_errors: gauge('Errors in endpoint files as they are now.'),
  quern_data_file_errors: gauge('Errors in the files of tables as they are now.'),
  quern_log_lines_dropped: counter('Lines of the log that were dropped, since whoever reads it had stalled.'),
  quern_registry_generation: gauge(
    'Number of times that the set of served endpoints has been replaced, the start included.',
  ),
  quern_last_reload_successful: gauge('1 where everything could be served when the endpoint files were last read.'),
  quern_last_reload_timestamp_seconds: gauge('Time at which the endpoint files were last read.'),
  quern_keys: labelled('state').gauge('Keys that are known.'),
  quern_keys_last_read_successful: gauge('1 where the keys are those of their file as it is now.'),
  quern_keys_last_read_timestamp_seconds: gauge('Time at which the keys in force were read.'),
  quern_key_expiry_timestamp_seconds: ofKey.gauge('Time at which a key expires; absent for a key that never does.'),
  quern_redis_up: gauge('1 where results are shared with other replicas; absent without `QUERN_REDIS_URL`.'),
  quern_event_loop_delay_p50_seconds: gauge(
    'Delay of the event loop within the last 15 seconds: the median of all looks.',
  ),
  quern_event_loop_delay_p99_seconds: gauge(
    'Delay of the event loop within the last 15 seconds: the 99th percentile of all looks.',
  ),
  quern_build: labelled('version', 'engine', 'node').info('Version, engine and Node of the process.'),
  process_cpu_seconds: counter('Processor time of the process.'),
  process_resident_memory_bytes: gauge('Memory of the process.'),
  process_start_time_seconds: gauge('When the process began.'),
} satisfies Readonly<Record<string, MetricEntry>>;

export type MetricName = keyof typeof METRICS;

/** The name of a metric as it is queried, the same in every format; a histogram's without the endings of its parts. */
export function queriedName(name: MetricName): string {
  const { type } = METRICS[name];
  if (type === 'counter') return `${name}_total`;
  return type === 'info' ? `${name}_info` : name;
}
