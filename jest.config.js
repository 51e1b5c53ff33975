// One project for each kind of spec. `npm test` runs the first three, `npm run test:all` all of them.

/** What every project has in common. */
const common = {
  testEnvironment: 'node',
  setupFiles: ['reflect-metadata'],
  moduleNameMapper: {
    '^\\.{1,2}/(sandbox-compiler|sandbox-gate|sandbox-main|store-main|form-thread)-path\\.js$':
      '<rootDir>/test/support/built-paths.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: { '^.+\\.(ts|js)$': ['@swc/jest'] },
  transformIgnorePatterns: [
    '/node_modules/(?!(@nestjs|@opentelemetry/otlp-exporter-base|teeny-request|gaxios|node-fetch|data-uri-to-buffer|fetch-blob|formdata-polyfill|hyparquet|hyparquet-writer|string-width|strip-ansi|ansi-regex|get-east-asian-width)/)',
  ],
};

const ENDPOINTS = '<rootDir>/test/endpoints/';
const SANDBOX = '<rootDir>/test/sandbox/';
const HOSTILE = '<rootDir>/test/hostile/';
const COMPILER = '<rootDir>/src/engines/duckdb/compiler/';
/** What these need besides Node is said in docs/development.md. */
const EMULATOR = '<rootDir>/test/emulator/';
const REDIS = '<rootDir>/test/redis/';
const PROMETHEUS = '<rootDir>/test/prometheus/';
const TERMINAL = '<rootDir>/test/terminal/';
const CONSOLE = '<rootDir>/test/console/';
const DEPLOYMENT = '<rootDir>/test/deployment/';
const PACKAGE = '<rootDir>/test/package/';
const TOOLS = '<rootDir>/test/tools/';

/** The specs below some folders, but for those below others; slow ones are named so, and are a project of their own. */
const project = (displayName, roots, others = [], testRegex = '(?<!\\.slow)\\.spec\\.ts$') => ({
  ...common,
  displayName,
  roots,
  testRegex: [testRegex],
  testPathIgnorePatterns: ['/node_modules/', ...others],
});

export default {
  // For a machine whose every core is busy; no spec waits for so long by itself.
  testTimeout: 300_000,
  maxWorkers: 2,
  projects: [
    project('unit', ['<rootDir>/src', '<rootDir>/console'], [COMPILER]),
    project('compiler', [COMPILER]),
    project(
      'service',
      ['<rootDir>/test'],
      [CONSOLE, DEPLOYMENT, EMULATOR, PACKAGE, PROMETHEUS, REDIS, TERMINAL, TOOLS],
    ),
    project('slow', ['<rootDir>/src', '<rootDir>/test'], [], '\\.slow\\.spec\\.ts$'),
    {
      // Repeats these specs over stored copies of the tables; answers must not change.
      ...project(
        'store',
        [ENDPOINTS, SANDBOX, HOSTILE],
        [],
        '((endpoints|sandbox)/(?!(boundary|processes|lenient|load|fuzz|shares|caching)\\.)[^/]+|hostile/tenants\\.slow)\\.spec\\.ts$',
      ),
      setupFilesAfterEnv: ['<rootDir>/test/support/over-the-store.ts'],
    },
    project('bigquery', [EMULATOR]),
    project('browser', [CONSOLE]),
    project('deployment', [DEPLOYMENT]),
    project('prometheus', [PROMETHEUS]),
    project('redis', [REDIS]),
    project('terminal', [TERMINAL]),
    project('package', [PACKAGE]),
    project('tools', [TOOLS]),
  ],
};
