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
    const { violations } = await (globalThis as any).axe.run(document, { resultTypes: ['violations'], runOnly })
    return violations.map(
      ({ id, nodes }: any) =>
        `${id}: ${nodes
          .map(({ html }: any) => html)
          .slice(0, 3)
          .join(' | ')}`,
    )
  }, rules)
}
