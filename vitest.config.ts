import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The tests that go further in `npm run test:long`: those of properties, those that fuzz, and those that kill. */
const goesFurther = /from 'fast-check'|from '.*\/(fuzz-every-field|fuzzed-shop|chance)\.ts'/

const longTests = (): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
    .filter((path) => goesFurther.test(readFileSync(path, 'utf8')))

const contains = ({ moduleId }: TestSpecification, text: RegExp): boolean => text.test(readFileSync(moduleId, 'utf8'))

/** Files that start processes or make many cases, small as they may be: they begin first, so that no worker ends late. */
const takesLong = (file: TestSpecification): boolean =>
  contains(file, /support\/process\.ts'|node:child_process/) || contains(file, goesFurther)

/** They come last: once a worker has driven a browser, Node 20 calls hooks for each promise of whatever it runs. */
const drivesBrowser = (file: TestSpecification): boolean => contains(file, /\bopen(Browser|Desk|Installation)\(/)

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const longFirst = [...sorted.filter(takesLong), ...sorted.filter((file) => !takesLong(file))]
    return [...longFirst.filter((file) => !drivesBrowser(file)), ...longFirst.filter(drivesBrowser)]
  }
}

export default defineConfig(({ mode }) => ({
  // graphql 16 ships CommonJS and ESM; without the alias a test would load it twice ("another module or realm").
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: mode === 'long' ? longTests() : ['test/**/*.test.ts', 'clients/**/*.test.ts'],
    provide: { long: mode === 'long' },
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/chance.ts',
    // More than the two cores that CI has: tests also wait for clocks and for other processes.
    maxWorkers: 3,
    // Much of what a test makes is soon garbage: with more room for it, less is copied.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: InOrder },
    // A worker loads the service once, for all of its files: half the time. What a file sets, it takes back.
    isolate: false,
    // Only what hangs is stopped: a machine that is busy with other things may take ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    coverage: { include: ['src/**/*.ts'], exclude: ['src/generated/**'], reporter: ['text-summary', 'html'] },
  },
}))
