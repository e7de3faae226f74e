import { expect, it } from 'vitest'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { blocksToRun } from './guide.ts'

/** Pages with a single block. */

const shop = await forAllTests(openShop())
const sold = { products: [{ slug: 'tea', name: 'Tea', price: 100, weight: 200 }] }

function onlyBlock(page: string, language: string): string {
  const [block, ...others] = blocksToRun(page)
  expect(others).toEqual([])
  expect(block?.language).toBe(language)
  return block?.code ?? ''
}

it('docs/delivery.md sets up a zone whose fees are as it says', async () => {
  const store = await shop.addStore(sold)
  const owner = await ownerOf(shop, store)
  expect(await owner.ask(onlyBlock('docs/delivery.md', 'graphql'))).toEqual({ upsertShippingZone: { version: 1 } })
  const url = `/api/sites/${store.subdomain}/quote`
  const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
  const feeOf = async (qty: number) =>
    (await shop.app.inject({ method: 'POST', url, payload: { items: [{ id, qty }] } })).json().breakdown.shipping
  // "1 to 500 g cost 60, 501 to 1,000 g cost 100".
  expect([await feeOf(1), await feeOf(3)]).toEqual([60, 100])
})

it('docs/payments-on-delivery.md shows a checkout that is paid at the door', async () => {
  const store = await shop.addStore({
    ...sold,
    store: { payments: null, paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash on delivery' }] },
  })
  const { id } = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id } })
  const payload = JSON.parse(onlyBlock('docs/payments-on-delivery.md', 'json').replace('…', id))
  const answer = await shop.app.inject({ method: 'POST', url: `/api/sites/${store.subdomain}/checkout`, payload })
  const { orderNo, ...placed } = answer.json()
  expect(placed).toMatchObject({ providerOrderId: `cod_${orderNo}`, keyId: '', payment: { method: 'cod' } })
})

it('docs/errors.md shows a problem document as it is answered', async () => {
  const { subdomain } = await shop.addStore()
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${subdomain}/customer/signup`,
    headers: { accept: 'application/problem+json', host: 'shop.example' },
    payload: { name: '', phone: '98765 43210', password: 'x' },
  })
  const shown = JSON.parse(onlyBlock('docs/errors.md', 'json'))
  expect({ ...answer.json(), type: answer.json().type.replace('http:', 'https:') }).toEqual(shown)
})
