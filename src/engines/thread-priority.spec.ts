import { spawnSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Built module, run in a process of its own: a lowered priority cannot be raised again. */
const BUILT = pathToFileURL(join(__dirname, '../../dist/engines/thread-priority.js')).href;

/** The priorities of a process of its own after each of these. */
function priorities(...steps: readonly string[]): unknown {
  const script = `
    import { getPriority, setPriority } from 'node:os';
    import { lowerOwnPriority } from ${JSON.stringify(BUILT)};
    const told = [];
    ${steps.map((step) => `${step}; told.push(getPriority());`).join('\n')}
    console.log(JSON.stringify(told));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('the priority of the thread that lowers its own', () => {
  const onLinux = process.platform === 'linux' ? it : it.skip;
  const own = getPriority();

  onLinux('gives way as much as it is told to, and is never raised, whoever has lowered it before', () => {
    const [low, lower] = [Math.max(own, 10), Math.max(own, 15)];
    expect(priorities('lowerOwnPriority(10)', 'lowerOwnPriority(15)', 'lowerOwnPriority(10)')).toEqual([
      low,
      lower,
      lower,
    ]);
    expect(priorities(`setPriority(${lower})`, 'lowerOwnPriority(10)', 'lowerOwnPriority(19)')).toEqual([
      lower,
      lower,
      19,
    ]);
  });

  const elsewhere = process.platform === 'linux' ? it.skip : it;
  elsewhere('is left alone where a priority is that of the whole process', () => {
    expect(priorities('lowerOwnPriority(19)')).toEqual([own]);
  });
});
