import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests that go further in `npm run test:long`: those of properties, those that fuzz, and those that kill. */
const goesFurther = /from 'fast-check'|from '.*\/(fuzz-every-field|fuzzed-shop|chance)\.ts'/

const longTests = (): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
    .filter((path) => goesFurther.test(readFileSync(path, 'utf8')))

export default defineConfig(({ mode }) => ({
  // graphql 16 ships CommonJS and ESM; without the alias a test would load it twice ("another module or realm").
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: mode === 'long' ? longTests() : ['test/**/*.test.ts'],
    provide: { long: mode === 'long' },
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/chance.ts',
    // Tests wait for servers, clocks and other processes more than they compute.
    maxWorkers: 2,
    // A worker loads the service once, for all of its files: half the time. What a file sets, it takes back.
    isolate: false,
    // Only what hangs is stopped: a machine that is busy with other things may take ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    coverage: { include: ['src/**/*.ts'], exclude: ['src/generated/**'], reporter: ['text-summary', 'html'] },
  },
}))
