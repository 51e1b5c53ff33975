import { Executor } from '../../execution/executor.service.js';
import { counted } from '../../errors/listing.js';
import { Registry } from '../../registry/registry.service.js';
import { type CommandContext, interruptible } from '../command-context.js';
import { servedEndpoint } from '../find-endpoint.js';
import { rowsTarget, type RowOptions } from '../output/rows-target.js';
import { writeAnswer } from '../output/write-rows.js';
import { OPERATOR } from '../named-key.js';
import { showingTime } from '../output/showing-time.js';
import { withCommandApp } from '../command-app.js';
import { type CallParameters } from '../../parameters/query-string.js';

export async function run(context: CommandContext, reference: string, options: RunOptions): Promise<void> {
  const { err } = context;
  const target = rowsTarget(context.out, options);
  await withCommandApp(context.settings(), { err, reference }, async (app) => {
    const { endpoint } = servedEndpoint(app.get(Registry), reference);
    const call = { key: OPERATOR, endpoint: endpoint.id, parameters: options.parameter ?? new Map(), strict: true };
    const begin = performance.now();
    const { result, totalRows = result.rows } = await interruptible(async (signal) =>
      showingTime(err, async () => app.get(Executor).execute(call, signal)),
    );
    const milliseconds = (performance.now() - begin).toFixed(0);
    await writeAnswer(result, target);
    const bound = totalRows < endpoint.maxRows ? 'max_bytes' : 'max_rows';
    const cutOff = result.truncated ? `cut off at ${bound} (${counted(totalRows, 'row')})` : '';
    const next = result.next === undefined ? '' : `the next page: -p cursor=${result.next}\n`;
    if (target.format === 'table') {
      err.write(`${counted(result.rows, 'row')} in ${milliseconds} ms${cutOff && `, ${cutOff}`}\n${next}`);
    } else err.write(cutOff ? `${cutOff}\n` : next);
  });
}

interface RunOptions extends RowOptions {
  readonly parameter?: CallParameters;
}
