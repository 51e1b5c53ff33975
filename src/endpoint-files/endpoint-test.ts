import type { FilePlace } from '../diagnostics/problem.js';
import type { YamlList } from './yaml/yaml-value.js';
import { type CallParameters } from '../parameters/query-string.js';

/** One case of an endpoint: the call and its expected answer. */
export interface EndpointTest {
  readonly name: string;
  readonly where: FilePlace;
  /** Text of the whole file, so that a problem in the rows can show its line. */
  readonly text: string | undefined;
  readonly now: Date;
  /** Values as they would stand in a URL. */
  readonly parameters: CallParameters;
  /** Rows by table as they are written, since only the engine knows the columns. */
  readonly tables: ReadonlyMap<string, YamlList>;
  readonly expected: Expectation;
}

/** Expected outcome; all undefined where the case says nothing, which no answer meets. */
export interface Expectation {
  /** Every row, each field by its JSON encoding; one that is left out is NULL. */
  readonly rows: readonly unknown[] | undefined;
  /** The rows may come in any order. */
  readonly unordered: boolean;
  readonly rowCount: number | undefined;
  readonly columns: readonly string[] | undefined;
  /** A status or an error code. */
  readonly error: number | string | undefined;
}
