import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buy, dataOf } from '../support/buying.ts'
import { graphql } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const who = () => ({ name: 'Ravi', phone: newPhone() })

const UNAVAILABLE = { code: 'ITEM_UNAVAILABLE', message: 'Tea is not available in this variant.' }

const shop = await forAllTests(openShop())
const products = [
  {
    ...{ slug: 'tea', name: 'Tea', price: 100 },
    variants: [
      { options: { size: '50g', tin: 'no' }, price: 100, stock: 20 },
      { options: { size: '100g', tin: 'yes' }, price: 180, stock: 20 },
    ],
  },
  { slug: 'pot', name: 'Pot', price: 900 },
]
const store = await shop.addStore({ store: { payments: { provider: 'sandbox' } }, products })
const other = await shop.addStore({ products })
const read = async ({ subdomain }: Store, slug: string) =>
  (await dataOf(clientOf(shop, subdomain, 'REST').product(slug))).product
const tea: any = await read(store, 'tea')
const pot: any = await read(store, 'pot')
const foreign: string = (await read(other, 'tea')).variants[0].id

describe.each(interfaces)('a variant’s id over %s', (by) => {
  const client = () => clientOf(shop, store.subdomain, by)
  const large = () => ({ id: tea.id, qty: 2, variantId: tea.variants[1].id })

  it('buys the variant, with its own price and stock', async () => {
    const placed = await buy(shop, client(), { items: [large()], buyer: who() })
    expect(placed.breakdown).toMatchObject({ subtotal: 360 })
    const item = await shop.database.prisma.orderItem.findFirstOrThrow({ where: { orderId: placed.orderId } })
    expect(item).toMatchObject({ variantId: tea.variants[1].id, options: { size: '100g', tin: 'yes' }, stockTaken: 2 })
  })

  it('is one line of a cart with the same variant by its options, and is shown in it', async () => {
    const [first, second] = tea.variants
    const { cart } = await dataOf(client().createCart({ items: [large()] }))
    expect(cart.items).toMatchObject([{ variantId: second.id, variant: second.options, unitPrice: 180, qty: 2 }])
    const add = [
      { id: tea.id, qty: 1, variant: second.options },
      { id: tea.id, qty: 1, variantId: first.id.toUpperCase() },
    ]
    const changed = (await dataOf(client().updateCart(cart.id, { add }))).cart
    expect(changed.items.map(({ variantId, qty }: any) => [variantId, qty])).toEqual([
      [second.id, 3],
      [first.id, 1],
    ])
    const removed = await dataOf(client().updateCart(cart.id, { remove: [{ id: tea.id, variantId: second.id }] }))
    expect(removed.cart.items).toMatchObject([{ variantId: first.id }])
    const placed = await buy(shop, client(), { cartId: cart.id, buyer: who() })
    expect(placed.breakdown).toMatchObject({ subtotal: 100 })
    expect((await dataOf(client().cart(cart.id))).cart.items).toEqual([])
  })

  it('may come with options that say the same', async () => {
    const items = [{ ...large(), variant: tea.variants[1].options }]
    expect(await dataOf(client().checkout({ buyer: who(), items }))).toMatchObject({ breakdown: { subtotal: 360 } })
  })

  it.each([
    ['that nobody knows', () => ({ variantId: randomUUID() })],
    ['that is none', () => ({ variantId: 'no-uuid' })],
    ['of another store', () => ({ variantId: foreign })],
    ['with other options', () => ({ variantId: tea.variants[1].id, variant: tea.variants[0].options })],
  ])('%s drops the line, with a notice', async (_, chosen) => {
    const items = [
      { id: pot.id, qty: 1 },
      { id: tea.id, qty: 1, ...chosen() },
    ]
    const { cart } = await dataOf(client().createCart({ items }))
    expect(cart.items).toMatchObject([{ available: true }, { available: false, message: UNAVAILABLE.message }])
    expect(cart.notices).toMatchObject([UNAVAILABLE])
    expect(await client().checkout({ buyer: who(), items: [items[1]] })).toMatchObject({
      ...{ status: 400, error: 'No valid items in cart' },
    })
    expect((await dataOf(client().checkout({ buyer: who(), items }))).breakdown).toMatchObject({ subtotal: 900 })
  })

  it('of a product is no variant of another product without any', async () => {
    const items = [{ id: pot.id, qty: 1, variantId: tea.variants[0].id }]
    expect(await client().checkout({ buyer: who(), items })).toMatchObject({
      status: 400,
      error: 'No valid items in cart',
    })
  })
})

it('prices a quote', async () => {
  const items = [{ id: tea.id, qty: 3, variantId: tea.variants[0].id }]
  const query = 'query ($input: QuoteInput!) { quote(input: $input) { breakdown { subtotal } notices { code } } }'
  const { body } = await graphql(shop, store.subdomain, query, { input: { items } })
  expect(body).toEqual({ data: { quote: { breakdown: { subtotal: 300 }, notices: [] } } })
})
