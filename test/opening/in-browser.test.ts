import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, expectGood, openDesk } from '../console/support/owner.ts'
import { violations } from '../support/axe.ts'
import { noBrowser, openBrowser, picture } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { close, termsPage } from './opening.ts'

let desk: Desk
let browser: Browser

describe('a closed shop in the browser', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
    browser = await openBrowser()
    await close(desk.shop, desk.store)
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await desk?.close()
  })

  it.each([
    [360, 'light'],
    [1440, 'dark'],
  ] as const)('says at a width of %i, in %s, that it opens soon, and takes an address', async (width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 740 }, colorScheme })
    await page.goto(`${desk.origin}/shop/${desk.store.subdomain}/search`)
    await page.getByRole('heading', { name: 'This shop opens soon' }).waitFor()
    await picture(page, `opens-soon-${width}-${colorScheme}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Your email address').fill('asha@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    for (const path of ['contact', 'track', 'log-in', 'sign-up', 'forgot-password']) {
      await page.goto(`${desk.origin}/shop/${desk.store.subdomain}/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await page.getByRole('heading', { name: 'This shop opens soon' }).count()]).toEqual([path, 0])
      expect([path, await page.getByRole('link', { name: 'Cart' }).count()]).toEqual([path, 0])
      expect([path, await page.getByRole('searchbox').count()]).toEqual([path, 0])
      expect([path, await violations(page)]).toEqual([path, []])
    }
    await picture(page, `closed-log-in-${width}-${colorScheme}`)
    await page.close()
  })

  it('is opened from Today once it has terms, and closed in the settings', async () => {
    const { page, complaints, close: leave } = await desk.open()
    await page.getByRole('heading', { name: 'Your shop is closed' }).waitFor()
    const button = page.getByRole('button', { name: /^Open/ })
    expect(await button.isDisabled()).toBe(true)
    await page.getByText('The shop has no published page with its terms. This is needed.').waitFor()
    await expectGood(page, 'today-closed')
    await desk.owner.ask('mutation ($input: PageInput!) { upsertPage(input: $input) { id } }', { input: termsPage })
    await page.reload()
    await page.getByRole('button', { name: 'Open it all the same' }).click()
    await page.getByText('The shop is open', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'Your shop is closed' }).count()).toBe(0)
    await page.goto(`${desk.origin}/console/s/${desk.store.subdomain}/settings/store`)
    await page.getByRole('button', { name: 'Close the shop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close the shop' }).click()
    await page.getByRole('heading', { name: 'Your shop is closed' }).waitFor()
    await expectGood(page, 'settings-closed')
    const opening = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Look at the shop' }).click()
    const preview = await opening
    await preview.getByText('Only you see this: a preview of your shop.').waitFor()
    expect(new URL(preview.url()).hash).toBe('')
    await picture(preview, 'preview-home')
    expect(await violations(preview)).toEqual([])
    await preview.getByRole('searchbox').fill('assam')
    await preview.getByRole('link', { name: /Assam/ }).first().waitFor()
    await preview.close()
    await page.getByRole('button', { name: 'Link to share' }).click()
    await page.getByText(/preview#[\da-f]{64}/).waitFor()
    expect(complaints).toEqual([])
    await leave()
  })
})
