import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageTemplates } from '../../src/commerce/pages/templates/page-templates.ts'
import { violations } from '../support/axe.ts'
import { noBrowser, openBrowser, picture } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const screens = [
  [360, 'light'],
  [1440, 'dark'],
  ...(process.env.TEST_PICTURES
    ? ([
        [768, 'light'],
        [360, 'dark'],
        [768, 'dark'],
        [1440, 'light'],
      ] as const)
    : []),
] as const

const shop = await forAllTests(openShop({ limitsOff: true }))

const clause = (at: number) =>
  `## ${at}. Clause of the terms\n\nThe **seller** and the *buyer* agree that [this](https://law.example/${'long'.repeat(20)}) holds, notwithstanding anything else, to the extent that it does.\n\n1. First\n   - with a detail\n2. Second\n\n`

describe('pages of the owner', needs(noBrowser), () => {
  let browser: Browser
  let origin: string
  let subdomain: string
  beforeAll(async () => {
    const store = await shop.addStore()
    subdomain = store.subdomain
    const templates = pageTemplates(store, 'DE').map(({ slug, title, markdown }) => ({
      slug,
      title,
      markdown,
      published: true,
    }))
    const lawyer = Array.from({ length: 110 }, (_, at) => clause(at + 1))
      .join('')
      .slice(0, 40_000)
    const wide = `|${'A column|'.repeat(9)}\n|${'-|'.repeat(9)}\n|${'some words|'.repeat(9)}`
    const others = [
      {
        slug: 'lawyer',
        title: 'Allgemeine Geschäftsbedingungen und Kundeninformationen',
        markdown: `${wide}\n\n${lawyer}`,
        published: true,
      },
      { slug: 'hindi', title: 'हमारे बारे में', markdown: 'हम चाय बेचते हैं।\n\nمرحبا بكم', published: true },
    ]
    await shop.addStore({ store: { subdomain }, pages: [...templates, ...others] })
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    browser = await openBrowser()
  }, 120_000)
  afterAll(() => browser?.close())

  const open = async (slug: string, width: number, colorScheme: 'light' | 'dark'): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width, height: 740 }, colorScheme })
    await page.goto(`${origin}/shop/${subdomain}/pages/${slug}`)
    return page
  }

  it.each(['terms', 'privacy', 'refunds', 'delivery', 'imprint', 'lawyer', 'hindi'])(
    '%s fits the screen and is good for everybody',
    { timeout: 60_000 },
    async (slug) => {
      for (const [width, scheme] of screens) {
        const page = await open(slug, width, scheme)
        await picture(page, `own-${slug}-${width}-${scheme}`)
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        expect([slug, width, isWide, await violations(page)]).toEqual([slug, width, false, []])
        await page.close()
      }
    },
  )

  it('has wide tables that the keyboard scrolls', async () => {
    const page = await open('lawyer', 360, 'light')
    const table = page.getByRole('region', { name: 'Table 1' })
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    await page.close()
  })

  it('lead to each other and to pages of the shop', async () => {
    const page = await open('terms', 1440, 'light')
    await page.getByRole('link', { name: 'Refunds and cancellation' }).click()
    await page.getByRole('heading', { level: 1, name: 'Refunds and cancellation' }).waitFor()
    await page.goto(`${origin}/shop/${subdomain}/pages/imprint`)
    await page.getByRole('link', { name: 'write to us here' }).click()
    await page.waitForURL(`${origin}/shop/${subdomain}/contact`)
    await page.close()
  })
})
