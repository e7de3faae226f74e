/** Blocks of documents that no test runs as they are, by page: how each begins, and why. A named test exists. */
export const notRun: Readonly<Record<string, readonly { begins: string; why: string }[]>> = {
  'README.md': [
    {
      begins: 'npm ci && npm start',
      why: 'installs and runs this suite; .ci/run does it, and test/serve.test.ts starts the service',
    },
    { begins: 'docker compose up', why: 'needs Docker; test/operations/compose.test.ts reads compose.yaml' },
    {
      begins: 'createdb -h',
      why: 'needs a server of its own; test/serve.test.ts and test/commands/cli.test.ts run the commands',
    },
  ],
  'CONTRIBUTING.md': [{ begins: 'npm ci ', why: 'installs and runs this suite, as .ci/run does' }],
  'clients/typescript/README.md': [
    {
      begins: 'npm ci\nnpm pack',
      why: 'installs and compiles; clients/typescript/test/package.test.ts compiles the package and uses it',
    },
  ],
  'docs/deploying.md': [
    { begins: 'docker compose up', why: 'needs Docker; test/operations/compose.test.ts reads compose.yaml' },
    {
      begins: 'createdb -h',
      why: 'needs a server of its own; test/serve.test.ts and test/commands/cli.test.ts run the commands',
    },
    { begins: 'ALTER ROLE storefront', why: 'needs a server with this role and database' },
  ],
  'docs/citus.md': [{ begins: 'SELECT citus_', why: 'needs a cluster; test/citus/distribution.test.ts uses one' }],
  'docs/owner-api.md': [
    {
      begins: 'npm run storefront -- import-products demo examples',
      why: 'test/commands/import-products.test.ts runs the command',
    },
    {
      begins: 'npm run storefront -- import-products demo products',
      why: 'test/commands/move-products.test.ts runs it with such files',
    },
    { begins: 'npm run storefront -- import-stock', why: 'test/commands/move-products.test.ts runs the command' },
  ],
  'docs/performance.md': [{ begins: 'npm run bench', why: 'takes an hour; .ci/run makes a tiny benchmark' }],
  'docs/operations/README.md': [
    {
      begins: 'prometheus --config',
      why: 'serves until it is stopped; test/operations/dashboard.test.ts checks the configuration',
    },
  ],
  'docs/operations/backup.md': [
    {
      begins: 'tar -czf',
      why: 'names folders of a server; test/operations/backup.test.ts makes and restores such a copy',
    },
    {
      begins: 'pg_dump -Fc',
      why: 'names databases of a server; test/operations/backup.test.ts dumps and restores one',
    },
    {
      begins: 'docker compose exec',
      why: 'needs Docker; test/operations/compose.test.ts compares it with compose.yaml',
    },
    { begins: 'docker compose up', why: 'needs Docker; test/operations/compose.test.ts compares it with compose.yaml' },
    { begins: 'pg_basebackup', why: 'names folders of a server; test/operations/backup.test.ts takes a base backup' },
    {
      begins: 'cp -a /backup',
      why: 'names folders of a server; test/operations/backup.test.ts restores a base backup',
    },
  ],
  'docs/operations/linux.md': [
    {
      begins: 'adduser --system',
      why: 'sets up a server; test/operations/linux.test.ts reads the files beside the page',
    },
    { begins: 'systemctl daemon-reload', why: 'needs systemd' },
    { begins: 'cd /srv/storefront-gateway\nrun()', why: 'needs systemd' },
  ],
  'docs/operations/rolling-restarts.md': [{ begins: 'spec:', why: 'needs Kubernetes' }],
}
