import { Executor } from '../../execution/executor.service.js';
import { counted } from '../../errors/counted.js';
import { Registry } from '../../registry/registry.service.js';
import { type CommandContext } from '../command-context.js';
import { type CallParameters } from '../collect-parameter.js';
import { servedEndpoint } from '../find-endpoint.js';
import { formatFor, writeRows } from '../output/format-rows.js';
import { type Format } from '../output/row-formats.js';
import { interruptible } from '../interruptible.js';
import { OPERATOR } from '../operator-key.js';
import { columnsOfBody, rowsOfBody } from './rows-of-body.js';
import { showingTime } from '../output/showing-time.js';
import { withCommandApp } from '../command-app.js';

interface RunOptions {
  readonly parameter?: CallParameters;
  readonly format?: Format;
}

export async function run(context: CommandContext, reference: string, options: RunOptions): Promise<void> {
  const { out, err } = context;
  await withCommandApp(context.settings(), { err, reference }, async (app) => {
    const { columns: declared, endpoint } = servedEndpoint(app.get(Registry), reference);
    const call = { key: OPERATOR, endpoint: endpoint.id, parameters: options.parameter ?? new Map(), strict: true };
    const begin = performance.now();
    const { result } = await interruptible(async (signal) =>
      showingTime(err, async () => app.get(Executor).execute(call, signal)),
    );
    const milliseconds = (performance.now() - begin).toFixed(0);
    const body = result.body.toString();
    const rows = rowsOfBody(body);
    // SQL of one's own has columns of its own, of which only the answer tells.
    const isOwn = options.parameter?.has('sql') ?? false;
    const columns = isOwn ? columnsOfBody(body).map((name) => ({ name, type: '' })) : declared;
    const format = formatFor(out, options.format);
    writeRows({ columns, rows }, format, out);
    const cutOff = result.truncated ? ', cut off at max_rows' : '';
    if (format === 'table') {
      err.write(`${counted(rows.length, 'row')} in ${milliseconds} ms${cutOff}\n`);
    } else if (result.truncated) {
      err.write(`cut off at max_rows (${counted(rows.length, 'row')})\n`);
    }
  });
}
