import type { TestCase, TestProject } from 'vitest/node'

const OTHER = 'another machine or kind of run'

/**
 * What a run has skipped, why, and what to install; empty when it skipped nothing. The teardown of a run prints it, not
 * a reporter, so that it is there with any `--reporter`.
 */
export function skippedReport({ vitest }: TestProject): string {
  const skipped = vitest.state
    .getTestModules()
    .flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => ({ test, file: module.relativeModuleId })),
    )
    // With `-t` all others count as skipped.
    .filter(({ test }) => !vitest.config.testNamePattern || missingFor(test)[0] !== OTHER)
  if (skipped.length === 0) return ''
  const reasons = new Map<string, string[]>()
  for (const { test, file } of skipped) {
    for (const reason of missingFor(test)) reasons.set(reason, [...(reasons.get(reason) ?? []), file])
  }
  const parts = [...reasons].map(
    ([reason, files]) =>
      `  ${files.length} ${files.length === 1 ? 'needs' : 'need'} ${reason}\n      ${[...new Set(files)].toSorted().join('\n      ')}`,
  )
  return `\nSkipped ${skipped.length === 1 ? '1 test, which' : `${skipped.length} tests, of which`}\n${parts.join('\n')}\n`
}

const missingFor = (test: TestCase): string[] => test.meta().missing ?? [OTHER]
