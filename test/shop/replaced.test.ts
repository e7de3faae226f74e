import { describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { looks, measure, noBrowser, openBrowser, openPage, picture } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { type ShopVisitor, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(
  openShop({
    policies: { read: unlimited, cart: unlimited, quoteCode: unlimited, checkout: unlimited, track: unlimited },
  }),
)
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' } },
  products: [{ slug: 'assam', name: 'Assam', price: 500 }],
  discounts: [{ code: 'TEN', type: 'percent', value: 10, usageLimit: 1 }],
})
const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })

const listening = shop.app.listen({ port: 0, host: '127.0.0.1' })

/** One more of the goods, with the code. @returns where to pay it */
async function order(tab: ShopVisitor, phone: string, cartVersion: string): Promise<string> {
  await tab.post('/cart/add', { id, qty: '1' })
  await tab.post('/cart/code', { code: 'TEN' })
  const buyer = { cartVersion, 'buyer.name': 'Asha', 'buyer.phone': phone, 'buyer.address': '14 Chapel Road' }
  return String((await tab.post('/checkout', buyer)).to)
}

it('who pays an order after having ordered the goods again is told of the other order first', async () => {
  const tab = visitorOf(shop, store.subdomain)
  const phone = newPhone()
  const first = await order(tab, phone, '1')
  expect((await tab.get(first)).body).not.toContain('ordered these goods again')
  const second = await order(tab, phone, '2')
  expect(second).not.toBe(first)
  for (const path of [first, first.replace('/pay/', '/order/')]) {
    const { body } = await tab.get(path)
    const said = body.replaceAll(/<[^>]*>/g, '')
    expect(said).toContain(`You have ordered these goods again since then: ${second.replace('/pay/', '')} for ₹900.`)
    expect(said).toContain('and the other may have used up its discount code.')
    expect(body).toContain(`href="/shop/${store.subdomain}${second.replace('/pay/', '/order/')}"`)
  }
  expect((await tab.get(second)).body).not.toContain('ordered these goods again')
})

describe('in Chromium', needs(noBrowser), () => {
  it.each([looks[0], looks[3]])('the payment’s page names the other order: $scheme, $width', async (look) => {
    const tab = visitorOf(shop, store.subdomain)
    const phone = newPhone()
    const [first = ''] = [await order(tab, phone, '1'), await order(tab, phone, '2')]
    const origin = await listening
    const browser = await openBrowser()
    try {
      const { page } = await openPage(browser, look)
      const cookies = [...tab.cookies].map(([name, value]) => ({ name, value, url: origin }))
      await page.context().addCookies(cookies)
      await page.goto(`${origin}/shop/${store.subdomain}${first}`)
      await page.getByText('You have ordered these goods again since then').waitFor()
      await picture(page, `shop-replaced-${look.scheme}-${look.width}`)
      expect([(await measure(page)).overflow, await violations(page)]).toEqual([0, []])
      await page.locator('.alert .order-no').click()
      await page.getByRole('link', { name: 'Pay this order' }).waitFor()
      expect(await page.getByText('You have ordered these goods again since then').count()).toBe(0)
    } finally {
      await browser.close()
    }
  })
})
