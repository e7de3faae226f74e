import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { type ShopVisitor, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop({ policies: { read: unlimited, cart: unlimited, checkout: unlimited } }))
const withoutTags = (body: string): string => body.replaceAll(/<[^>]+>/g, '')

let store: Awaited<ReturnType<typeof shop.addStore>>
let tab: ShopVisitor

beforeEach(async () => {
  store = await shop.addStore({
    products: [
      { slug: 'pot', name: 'Pot', price: 560, stock: 9 },
      { slug: 'tin', name: 'Tin', price: 80, variants: [{ options: { size: 'S' }, price: 90 }], stock: 4 },
      { slug: 'tray', name: 'Tray', price: 50 },
    ],
  })
  tab = visitorOf(shop, store.subdomain)
})

const product = (slug: string) =>
  shop.database.prisma.product.findFirstOrThrow({ where: { storeId: store.id, slug }, include: { variants: true } })

async function change(slug: string, data: { stock?: number; price?: bigint }): Promise<void> {
  const { id } = await product(slug)
  await shop.database.prisma.product.update({ where: { storeId_id: { storeId: store.id, id } }, data })
}

const cartText = async () => withoutTags((await tab.get('/cart')).body)

describe('a price that changes while the product is in the cart', () => {
  it('is shown beside what it was when the product was added last', async () => {
    const { id } = await product('pot')
    await tab.post('/cart/add', { id, qty: '1' })
    expect(await cartText()).not.toContain('when you added it')
    await change('pot', { price: 77700n })
    expect(await cartText()).toContain('₹560 when you added it, now ₹777')
    await tab.post('/cart/line', { id, qty: '2' })
    expect(await cartText()).toContain('₹560 when you added it, now ₹777')
    await tab.post('/cart/add', { id, qty: '1' })
    expect(await cartText()).not.toContain('when you added it')
  })

  it('is that of the variant, which the public API tells as well', async () => {
    const tin = await product('tin')
    const [variant] = tin.variants
    await tab.post('/cart/add', { id: tin.id, variantId: String(variant?.id), qty: '1' })
    await shop.database.prisma.variant.updateMany({ where: { storeId: store.id }, data: { price: 9500n } })
    expect(await cartText()).toContain('₹90 when you added it, now ₹95')
    const query = `query ($id: ID!) { cart(id: $id) { items { addedPrice unitPrice unitsLeft reducedFrom } } }`
    const answer = await shop.app.inject({
      ...{ method: 'POST', url: `/api/sites/${store.subdomain}/graphql` },
      payload: { query, variables: { id: tab.cookie('cart') } },
    })
    expect(answer.json().data.cart.items).toEqual([{ addedPrice: 90, unitPrice: 95, unitsLeft: 4, reducedFrom: null }])
  })
})

describe('stock', () => {
  it('is told where little is left, and only there', async () => {
    const pages = async () => {
      const bodies = await Promise.all(['pot', 'tin', 'tray'].map((slug) => tab.get(`/p/${slug}`)))
      return bodies.map(({ body }) => /class="stock[^>]*>([^<]*)/.exec(body)?.[1])
    }
    expect(await pages()).toEqual(['In stock', 'Only 4 left', 'In stock'])
    const { id } = await product('pot')
    await tab.post('/cart/add', { id, qty: '1' })
    expect(await cartText()).not.toContain('left')
    await change('pot', { stock: 2 })
    expect(await cartText()).toContain('Only 2 left')
  })

  it('is what lines with more units are reduced to in the shop’s cart, which says so until the line is changed', async () => {
    const { id } = await product('pot')
    await tab.post('/cart/add', { id, qty: '12' })
    for (const _ of ['shown', 'shown again']) {
      const { body } = await tab.get('/cart')
      expect(withoutTags(body)).toContain('You had 12 in your cart, but only 9 are left.')
      expect(body).toMatch(/name="qty"[^>]*value="9"/)
      expect(withoutTags(body)).toContain('₹5,040')
    }
    await change('pot', { stock: 1 })
    expect(await cartText()).toContain('You had 12 in your cart, but only 1 is left.')
    await tab.post('/cart/line', { id, qty: '1' })
    expect(await cartText()).not.toContain('You had')
  })

  it('is not told of a line that was reduced and is sold out since', async () => {
    const { id } = await product('pot')
    await tab.post('/cart/add', { id, qty: '12' })
    expect(await cartText()).toContain('only 9 are left')
    await change('pot', { stock: 0 })
    const text = await cartText()
    expect(text).toContain('There is not enough of Pot in stock.')
    expect(text).not.toContain('left')
  })

  it('changes nothing of a line that is sold out, nor of a cart that the API is asked for', async () => {
    const { id } = await product('pot')
    await tab.post('/cart/add', { id, qty: '12' })
    const answer = await shop.app.inject(`/api/sites/${store.subdomain}/cart/${tab.cookie('cart')}`)
    expect(answer.json().cart.items).toMatchObject([{ qty: 12, available: false }])
    await change('pot', { stock: 0 })
    const { body } = await tab.get('/cart')
    expect(body).toMatch(/name="qty"[^>]*value="12"/)
    expect(withoutTags(body)).toContain('There is not enough of Pot in stock.')
  })
})
