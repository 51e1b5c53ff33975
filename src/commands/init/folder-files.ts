/**
 * The files of a folder of endpoints beside endpoints and data: a text by each path.
 *
 * @param within the folder's path from the root of its Git repository; empty for the root, or without a repository
 */
export function folderFiles(endpoint: string, within: string): ReadonlyMap<string, string> {
  return new Map([
    ['.gitignore', '# Keys, and what Quern keeps for itself.\n.quern/\nnode_modules/\n'],
    [workflowPath(within), workflow(within)],
    ['README.md', readme(endpoint)],
  ]);
}

/** GitHub reads workflows at the root of a repository and nowhere else. */
function workflowPath(within: string): string {
  const folders = within.split('/').filter((each) => each !== '');
  return `${'../'.repeat(folders.length)}.github/workflows/${['quern', ...folders].join('-').replaceAll(' ', '-')}.yml`;
}

function workflow(within: string): string {
  return `name: ${JSON.stringify(within === '' ? 'endpoints' : `endpoints of ${within}`)}
on: [push, pull_request]
permissions: { contents: read }
jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 10
${within === '' ? '' : environment(within)}    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 24 }
      # Quern is a dependency of this repository: --no keeps npx from running what else may be called so.
      - run: npm ci
      - run: npx --no quern validate --strict --format github
      - run: npx --no quern test
`;
}

/** Settings for a run at the root of the repository, so that GitHub finds the files that problems name. */
function environment(within: string): string {
  const path = (name: string) => JSON.stringify(`${within}/${name}`);
  return `    env:\n      QUERN_ENDPOINTS: ${path('endpoints')}\n      QUERN_DATA: ${path('data')}\n`;
}

function readme(endpoint: string): string {
  return `# Endpoints

Each file in \`endpoints/\` is a query in GoogleSQL that Quern serves over HTTP; each file in \`data/\` is a table.

\`\`\`sh
quern                      # serve them; the first start prints a key
quern tables               # what there is to query
quern sql                  # try a query
quern new <name>           # write another endpoint
quern run ${endpoint}
quern test                 # the tests in the files
\`\`\`

\`quern\` is \`npx --no quern\` where it is a dependency of the repository (\`npm install --save-dev\`), as it has to be for the workflow in
\`.github/workflows\` at the root of the repository, which checks the files and runs their tests. \`.quern/\` has the keys' file and is not for Git.
`;
}
