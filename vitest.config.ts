import { defineConfig } from 'vitest/config'

export default defineConfig({
  // graphql 16 ships CommonJS and ESM; without the alias a test would load it twice ("another module or realm").
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
