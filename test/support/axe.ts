import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong with a page as it is now: the rule, and the first elements.
 * @param rules all of them when left out
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async (runOnly) => {
    // It would read each style sheet again, for a rule that is only an experiment: a third of the time.
    const preload = { assets: ['media'] }
    const { violations } = await (globalThis as any).axe.run(document, {
      resultTypes: ['violations'],
      preload,
      runOnly,
    })
    return violations.map(
      ({ id, nodes }: any) =>
        `${id}: ${nodes
          .map(({ html }: any) => html)
          .slice(0, 3)
          .join(' | ')}`,
    )
  }, rules)
}
