import { text } from 'node:stream/consumers';
import { type CommandContext, Exit, UsageError, interruptible } from '../command-context.js';
import { isBinary } from '../output/format-options.js';
import { rowsTarget, type RowOptions } from '../output/rows-target.js';
import { showingTime } from '../output/showing-time.js';
import { withEngine } from '../with-engine.js';
import { problemsOfSql, runQuery, showResult } from './run-query.js';
import { sqlShell } from './sql-shell.js';
import { type CallParameters } from '../../parameters/query-string.js';

export async function sql(context: CommandContext, given: string | undefined, options: SqlOptions): Promise<void> {
  const { input, err } = context;
  if (!/^[1-9]\d{0,6}$/.test(options.maxRows)) throw new UsageError('--max-rows is a whole number from 1 to 9999999');
  const maxRows = Number(options.maxRows);
  const parameters = options.parameter ?? new Map<string, readonly string[]>();
  const isTalking = given === undefined && input.isTTY === true;
  const target = rowsTarget(context.out, options);
  if (isTalking && (target.file !== undefined || isBinary(target.format)))
    throw new UsageError('a file of rows is of one query; give it behind quern sql, or on standard input');
  await withEngine(
    context.settings(),
    err,
    async (engine) => {
      if (isTalking) {
        await sqlShell(context, engine, { target, parameters, maxRows });
        return;
      }
      const query = given === undefined || given === '-' ? await text(input) : given;
      const result = await interruptible(async (signal) =>
        showingTime(err, async () => runQuery(engine, { sql: query, parameters, maxRows, signal })),
      );
      if ('rows' in result) {
        await showResult(err, result, target);
        return;
      }
      err.write(problemsOfSql(query, result.problems, err));
      throw new Exit(1);
    },
    'run',
  );
}

interface SqlOptions extends RowOptions {
  readonly parameter?: CallParameters;
  readonly maxRows: string;
}
