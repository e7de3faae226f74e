import { defineConfig } from 'vitest/config'

export default defineConfig({
  // graphql 16 ships CommonJS and ESM; without the alias a test would load it twice ("another module or realm").
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // Tests wait for servers, clocks and other processes more than they compute.
    maxWorkers: 2,
    // A worker loads the service once, for all of its files: half the time. What a file sets, it takes back.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
