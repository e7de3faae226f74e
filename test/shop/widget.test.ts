import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillTown } from '../support/address-fields.ts'
import { noBrowser, openBrowser, started } from '../support/browser.ts'
import { razorpay, receiptOf } from '../support/buying.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { needs } from '../support/needs.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const WIDGET = 'https://checkout.razorpay.com/v1/checkout.js'

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ paymentsUrl: provider.url }))
const store = await shop.addStore({
  store: { payments: razorpay },
  products: [{ slug: 'assam', name: 'Assam', price: 499 }],
})

/** What the provider's script does, as far as the page sees it: the first time the shopper closes its window. */
const widget = `
  window.opened = 0
  window.Razorpay = class {
    constructor(options) { this.options = options }
    open() {
      window.opened += 1
      if (window.opened === 1) return this.options.modal.ondismiss()
      if (this.options.key !== 'rzp_test_key') throw new Error('No key')
      window.pay(this.options.order_id).then(this.options.handler)
    }
  }`

describe('the real provider’s widget', needs(noBrowser), () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  it('is loaded on the page of the payment alone, may be closed and opened again, and its receipt is verified', async () => {
    const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.route(WIDGET, (route) => route.fulfill({ contentType: 'text/javascript', body: widget }))
    await page.exposeFunction('pay', (orderId: string) => {
      const receipt = receiptOf(provider.pay(orderId))
      return {
        razorpay_order_id: receipt.provider_order_id,
        razorpay_payment_id: receipt.provider_payment_id,
        razorpay_signature: receipt.provider_signature,
      }
    })
    await page.goto(`${origin}/shop/${store.subdomain}/p/assam`)
    await started(page, 'buy')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('It is in your cart.').waitFor()
    await page.goto(`${origin}/shop/${store.subdomain}/checkout`)
    await page.getByLabel('Name').first().fill('Asha Rao')
    await page.getByLabel('Phone').fill('98765 43210')
    await page.getByLabel('Address').fill('14 Chapel Road, Mumbai')
    await fillTown(page)
    await page.getByRole('button', { name: /^Order and pay/ }).click()
    await page.waitForURL(/\/pay\//)
    expect(await page.getByText('play money').count()).toBe(0)
    await page.getByRole('button', { name: /^Pay ₹/ }).click()
    await page.getByText('Not paid yet. You can still pay this order.').waitFor()
    await page.getByRole('button', { name: /^Pay ₹/ }).click()
    await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })
})
