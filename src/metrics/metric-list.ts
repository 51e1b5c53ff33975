export type MetricType = 'counter' | 'gauge' | 'histogram' | 'info';

export interface MetricEntry {
  readonly type: MetricType;
  readonly labels: readonly string[];
  /** One sentence, for its HELP line and for the table of `docs/reference/metrics.md`. */
  readonly help: string;
}

const ENDPOINT = ['endpoint'];

/**
 * Every metric. Names are stable. Counters are named without `_total`, and infos without `_info`: each format adds these in its own place.
 * A name that ends in a unit (`_seconds`, `_bytes`) has that unit.
 */
export const METRICS = {
  quern_requests: {
    type: 'counter',
    labels: ['endpoint', 'cache', 'code'],
    help: 'Calls of an endpoint that were answered, by what the cache did and by the class of the status.',
  },
  quern_runs: {
    type: 'counter',
    labels: ['endpoint', 'cause', 'outcome'],
    help: 'Runs of an endpoint’s query, by why they were made and what came of them.',
  },
  quern_engine_bytes_billed: { type: 'counter', labels: ENDPOINT, help: 'Bytes that the engine has billed runs for.' },
  quern_engine_bytes_processed: { type: 'counter', labels: ENDPOINT, help: 'Bytes that runs have read.' },
  quern_engine_slot_seconds: {
    type: 'counter',
    labels: ENDPOINT,
    help: 'Seconds of the engine’s slots that runs have taken, where the engine counts them.',
  },
  quern_engine_seconds: {
    type: 'counter',
    labels: ENDPOINT,
    help: 'Seconds that runs have taken on the engine, without what they waited for it.',
  },
  quern_answer_age_seconds: {
    type: 'counter',
    labels: ENDPOINT,
    help: 'The ages of all answers with rows, added up; divided by their number it is the mean age.',
  },
  quern_rows_truncated: {
    type: 'counter',
    labels: ENDPOINT,
    help: 'Runs whose rows were cut off at `max_rows` or `max_bytes`.',
  },
  quern_refreshes_left_out: {
    type: 'counter',
    labels: ENDPOINT,
    help: 'Results that were asked for and left to expire, since a budget had nothing left for refreshes.',
  },
  quern_evictions: { type: 'counter', labels: ENDPOINT, help: 'Cached results that had to make room for others.' },
  quern_results_verified: {
    type: 'counter',
    labels: ENDPOINT,
    help: 'Results that were due and not run again, since their tables had not changed.',
  },
  quern_engine_bytes_saved: {
    type: 'counter',
    labels: ENDPOINT,
    help: 'Bytes that the runs which had made those results had been billed for.',
  },
  quern_budget_used_ratio: {
    type: 'gauge',
    labels: ENDPOINT,
    help: 'The share of its `budget` that an endpoint’s runs have taken today, in UTC, those that go on included; above 1 where runs have taken more time than was known ahead. Absent without one.',
  },
  quern_service_budget_used_ratio: {
    type: 'gauge',
    labels: [],
    help: 'The share of the service’s budget that all runs together have taken today, as above; absent without one.',
  },
  quern_key_budget_used_ratio: {
    type: 'gauge',
    labels: ['key'],
    help: 'The share of its `budget` that the runs of a key’s calls have taken today, as above; absent without one.',
  },
  quern_errors: { type: 'counter', labels: ['error'], help: 'Answers that were a problem, by its code.' },
  quern_key_requests: { type: 'counter', labels: ['key'], help: 'Requests of a key that were answered.' },
  quern_key_bytes_billed: {
    type: 'counter',
    labels: ['key'],
    help: 'Bytes that the engine has billed for runs that the key’s calls have started.',
  },
  quern_key_slot_seconds: {
    type: 'counter',
    labels: ['key'],
    help: 'Seconds of the engine’s slots that these runs have taken, where the engine counts them.',
  },
  quern_key_engine_seconds: {
    type: 'counter',
    labels: ['key'],
    help: 'Seconds that these runs have taken on the engine, without what they waited for it.',
  },
  http_server_request_duration_seconds: {
    type: 'histogram',
    labels: ['http_request_method', 'http_response_status_code', 'http_route'],
    help: 'Seconds from a request to its answer; of answers from memory, of which some are timed where there are many, until it is handed to the connection.',
  },
  quern_engine_run_duration_seconds: {
    type: 'histogram',
    labels: ['outcome'],
    help: 'Seconds that a run has taken on the engine, without what it waited for it.',
  },
  quern_queue_wait_seconds: {
    type: 'histogram',
    labels: [],
    help: 'Seconds that a run has waited, for its endpoint’s turn and for the engine.',
  },
  quern_runs_waiting: {
    type: 'gauge',
    labels: ['queue'],
    help: 'Runs that wait, for a turn of their endpoint (`max_concurrency`) or for the engine.',
  },
  quern_engine_slots: { type: 'gauge', labels: [], help: 'How many queries the engine runs at once.' },
  quern_engine_slots_in_use: { type: 'gauge', labels: [], help: 'Slots of the engine that a run has.' },
  quern_engine_circuit_open: {
    type: 'gauge',
    labels: [],
    help: '1 while the engine does not answer and is asked from time to time only.',
  },
  quern_sandbox_processes: { type: 'gauge', labels: [], help: 'Processes that run SQL of callers’ own.' },
  quern_store_tables: {
    type: 'gauge',
    labels: [],
    help: 'Tables that are read from copies of their files (`QUERN_STORE`); absent where none are kept.',
  },
  quern_store_bytes: { type: 'gauge', labels: [], help: 'Bytes that these copies take on the disk.' },
  quern_store_oldest_timestamp_seconds: {
    type: 'gauge',
    labels: [],
    help: 'When the oldest of these copies was written.',
  },
  quern_cache_entries: { type: 'gauge', labels: [], help: 'Results in memory.' },
  quern_cache_bytes: { type: 'gauge', labels: [], help: 'Memory that they take.' },
  quern_cache_max_bytes: { type: 'gauge', labels: [], help: 'Memory that they may take.' },
  quern_unfinished_bytes: { type: 'gauge', labels: [], help: 'Bytes of memory that answers take while they are made.' },
  quern_unread_bytes: { type: 'gauge', labels: [], help: 'Bytes of answers that their clients have not read yet.' },
  quern_connections: { type: 'gauge', labels: [], help: 'Connections that are open.' },
  quern_max_connections: { type: 'gauge', labels: [], help: 'Connections that may be open.' },
  quern_endpoints: {
    type: 'gauge',
    labels: ['state'],
    help: 'Endpoints that are served: as their files say, as an earlier version of a file that is broken now, or not checked by the engine yet.',
  },
  quern_endpoint_file_errors: { type: 'gauge', labels: [], help: 'Errors in endpoint files as they are now.' },
  quern_data_file_errors: {
    type: 'gauge',
    labels: [],
    help: 'Errors in the files of tables as they are now.',
  },
  quern_log_lines_dropped: {
    type: 'counter',
    labels: [],
    help: 'Lines of the log that were dropped, since whoever reads it had stalled.',
  },
  quern_registry_generation: {
    type: 'gauge',
    labels: [],
    help: 'How often the set of endpoints that are served has been replaced, the start included.',
  },
  quern_last_reload_successful: {
    type: 'gauge',
    labels: [],
    help: '1 where everything could be served when the endpoint files were last read.',
  },
  quern_last_reload_timestamp_seconds: { type: 'gauge', labels: [], help: 'When they were last read.' },
  quern_keys: { type: 'gauge', labels: ['state'], help: 'Keys that are known.' },
  quern_keys_last_read_successful: {
    type: 'gauge',
    labels: [],
    help: '1 where the keys are those of their file as it is now.',
  },
  quern_keys_last_read_timestamp_seconds: { type: 'gauge', labels: [], help: 'When the keys in force were read.' },
  quern_key_expiry_timestamp_seconds: { type: 'gauge', labels: ['key'], help: 'When a key expires that does.' },
  quern_redis_up: {
    type: 'gauge',
    labels: [],
    help: '1 where results are shared with other replicas; absent without `QUERN_REDIS_URL`.',
  },
  quern_event_loop_delay_p50_seconds: {
    type: 'gauge',
    labels: [],
    help: 'How late the event loop was within the last quarter of a minute, in half of all looks at most.',
  },
  quern_event_loop_delay_p99_seconds: { type: 'gauge', labels: [], help: 'The same in 99 of 100 looks.' },
  quern_build: { type: 'info', labels: ['version', 'engine', 'node'], help: 'What is running.' },
  process_cpu_seconds: { type: 'counter', labels: [], help: 'Processor time of the process.' },
  process_resident_memory_bytes: { type: 'gauge', labels: [], help: 'Memory of the process.' },
  process_start_time_seconds: { type: 'gauge', labels: [], help: 'When the process began.' },
} as const satisfies Readonly<Record<string, MetricEntry>>;

export type MetricName = keyof typeof METRICS;

/** The name of a metric as it is queried, the same in every format; a histogram's without the endings of its parts. */
export function queriedName(name: MetricName): string {
  const { type } = METRICS[name];
  if (type === 'counter') return `${name}_total`;
  return type === 'info' ? `${name}_info` : name;
}
