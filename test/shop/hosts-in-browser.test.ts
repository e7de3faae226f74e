import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fillTown } from '../support/address-fields.ts'
import { noBrowser, openBrowser, openPage, started } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ shopDomain: 'localhost' }))

it('a shopper at a host of the shop’s own finds, buys and pays without leaving it', needs(noBrowser), async () => {
  await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
  const main = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  // Chromium looks up no name below localhost.
  const own = main.replace('127.0.0.1', 'demo.localhost')
  const browser = await openBrowser()
  try {
    const { page, complaints, requests } = await openPage(browser, { scheme: 'light', width: 1280 })
    await page.goto(`${main}/shop/demo/search?q=tea`)
    expect(page.url()).toBe(`${own}/search?q=tea`)
    await page.getByRole('searchbox').pressSequentially('sen')
    await page.getByRole('link', { name: 'Sencha Fukamushi' }).first().click()
    await page.waitForURL(`${own}/p/sencha`)
    await started(page, 'buy')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: 'Go to the cart' }).click()
    await page.waitForURL(`${own}/cart`)
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await page.getByLabel('Name').first().fill('Asha Rao')
    await page.getByLabel('Phone').fill('98765 43210')
    await page.getByLabel('Address').fill('14 Chapel Road, Mumbai')
    await fillTown(page)
    await page.getByRole('button', { name: /^Order/ }).click()
    await page.waitForURL(/\/pay\//)
    await page.getByRole('button', { name: /^Pay ₹/ }).click()
    await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor()
    expect(complaints).toEqual([])
    expect(requests.slice(1).filter((url) => !url.startsWith(`${own}/`) || url.includes('/shop/'))).toEqual([])
  } finally {
    await browser.close()
  }
})
