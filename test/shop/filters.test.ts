import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser, openBrowser, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited, cart: unlimited } }))
const { subdomain } = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [
    { slug: 'assam', name: 'Assam', price: 5, category: 'Tea' },
    { slug: 'cup', name: 'Cup', price: 9, category: 'Cups' },
  ],
})

describe('the form of filters', needs(noBrowser), () => {
  let browser: Browser
  let home: string
  beforeAll(async () => {
    home = `${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/shop/${subdomain}`
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  const openList = async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
    await page.goto(`${home}/search`)
    await started(page, 'choices')
    return page
  }

  it('ticks only what is applied after the shopper went back', async () => {
    const page = await openList()
    await page.getByLabel('Tea').check()
    await page.waitForURL(/category=Tea/)
    await page.goBack()
    await page.getByRole('checkbox', { name: 'Tea', checked: false }).waitFor()
    await page.close()
  })

  it('is as the server has made it on a page that the browser has kept', async () => {
    const page = await openList()
    const tea = page.getByLabel('Tea')
    await tea.evaluate((tick: HTMLInputElement) => {
      tick.checked = true
    })
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(await tea.isChecked()).toBe(false)
    await page.close()
  })

  it('shares no style with other forms, none of which has the border of browsers', async () => {
    const page = await openList()
    const bare = { borderTopWidth: '0px', paddingLeft: '0px', minWidth: '0px' }
    const bareOnes = () =>
      page.locator('fieldset').evaluateAll((all) =>
        all.map((one) => {
          const { borderTopWidth, paddingLeft, minWidth } = getComputedStyle(one)
          return { borderTopWidth, paddingLeft, minWidth }
        }),
      )
    const sizeOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).fontSize)
    expect(await bareOnes()).toEqual(Array(3).fill(bare))
    await page.goto(`${home}/p/assam/review`)
    expect(await bareOnes()).toEqual([bare])
    expect(await sizeOf('.rate legend')).toBe(await sizeOf('.labelled label'))
    await page.goto(`${home}/p/assam`)
    await started(page, 'buy')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('It is in your cart.').waitFor()
    await page.goto(`${home}/checkout`)
    expect(await bareOnes()).toEqual(Array(4).fill(bare))
    await page.close()
  })
})
