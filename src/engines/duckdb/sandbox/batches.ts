import { type JsonText } from '../../engine.js';

/** Characters after which a batch is full: few enough to be received between two requests. */
const FULL = 256 * 1024;

/** The rows in their order, cut into messages between processes. */
export function* batches(rows: readonly JsonText[][]): Generator<JsonText[][]> {
  let batch: JsonText[][] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    characters += row.reduce((sum, value) => sum + value.length, 0);
    if (characters < FULL) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
