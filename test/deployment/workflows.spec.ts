import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { deploymentTools, printedBy } from '../support/deployment/tools.js';

const FOLDER = '.github/workflows';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

describe('the workflows for GitHub', () => {
  const files = readdirSync(FOLDER).map((name) => join(FOLDER, name));

  it('are right by actionlint', () => {
    expect(printedBy(deploymentTools(), 'actionlint', files)).toBe('');
  });

  it('run the gate and everything', () => {
    const commands = files.flatMap((file) =>
      Object.values((parse(readFileSync(file, 'utf8')) as Workflow).jobs).flatMap(({ steps }) =>
        steps.flatMap(({ run }) => run ?? []),
      ),
    );
    expect(commands).toEqual(expect.arrayContaining(['.ci/run', expect.stringContaining('npm run test:all')]));
  });
});
