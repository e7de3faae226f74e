import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buyer, dataOf, pay } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

let store: Store
let owner: Owner
let client: StorefrontClient

const shop = await forAllTests(openShop({ limitsOff: true }))

async function open(bundle: Record<string, unknown> = {}) {
  store = await shop.addStore({ store: { payments: { provider: 'sandbox' } }, ...bundle })
  owner = await ownerOf(shop, store)
  client = clientOf(shop, store.subdomain, 'REST')
}

const ALL = `id slug name description price salePrice currency category images stock held taxRate active displayOrder
  version createdAt updatedAt variants { id options { name value } price salePrice stock held } reviewSummary { count average }`
const UPSERT = `mutation ($input: ProductInput!) { upsertProduct(input: $input) { ${ALL} } }`
const upsert = async (input: object) => (await owner.ask(UPSERT, { input })).upsertProduct
const refused = (input: object) => owner.refused(UPSERT, { input })
const assam = { slug: 'assam', name: 'Assam', price: 499 }
const sizes = (...values: string[]) => values.map((value) => ({ options: [{ name: 'size', value }] }))

describe('variants', () => {
  beforeEach(() => open())

  it('are replaced as a set; those that stay keep their id and their stock', async () => {
    const [small, large] = sizes('250g', '500g').map((variant, index) => ({ ...variant, stock: index + 3 }))
    const created = await upsert({ ...assam, variants: [small, large] })
    const [first, second] = created.variants
    const changed = await upsert({
      id: created.id,
      version: 1,
      variants: [
        { ...sizes('1kg')[0], price: 900, stock: 1 },
        { ...sizes('500g')[0], price: 480 },
      ],
    })
    expect(changed).toMatchObject({
      version: 2,
      variants: [
        { price: 900, stock: 1 },
        { ...second, price: 480 },
      ],
    })
    expect(changed.variants).toHaveLength(2)
    expect(JSON.stringify(changed)).not.toContain(first.id)

    expect(await upsert({ id: created.id, version: 2, name: 'Gold' })).toMatchObject({ variants: changed.variants })
    expect(await upsert({ id: created.id, version: 3, variants: null })).toMatchObject({ variants: [], version: 4 })
    const colours = [{ options: [{ name: 'colour', value: 'red' }] }]
    expect(await upsert({ id: created.id, version: 4, variants: colours })).toMatchObject({ version: 5 })
  })

  it('take no stock when they are there already, nor does their product', async () => {
    const { id } = await upsert({ ...assam, stock: 1, variants: [{ ...sizes('a')[0], stock: 1 }] })
    expect(await refused({ id, version: 1, stock: 5 })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(/^stock: expected none.*setStock/),
    })
    const variants = [sizes('b')[0], { ...sizes('a')[0], stock: 9 }]
    expect(await refused({ id, version: 1, variants })).toMatchObject({
      message: expect.stringMatching(/^variants\[1\]\.stock: expected none/),
    })
  })

  it('that are removed leave the orders which hold or have bought them as they are', async () => {
    const { id } = await upsert({ ...assam, variants: sizes('a', 'b').map((variant) => ({ ...variant, stock: 5 })) })
    const items = [{ id, qty: 2, variant: { size: 'a' } }]
    const held = await dataOf(client.checkout({ buyer, items }))
    const bought = await dataOf(client.checkout({ buyer, items }))
    await dataOf(client.verify(await pay(shop, bought.providerOrderId)))

    await upsert({ id, version: 1, variants: sizes('b') })
    await dataOf(client.verify(await pay(shop, held.providerOrderId)))
    const { changeOrderStatus } = await import('../../src/commerce/orders/status/change-status.ts')
    for (const { orderNo } of [held, bought]) {
      const order = await changeOrderStatus(
        { services: shop.services, store },
        orderNo,
        'CANCELLED',
        `owner:${owner.keyId}`,
      )
      expect(order.status).toBe('CANCELLED')
    }
    const { product } = await owner.ask('query ($id: ID) { product(id: $id) { stock variants { stock } } }', { id })
    expect(product).toEqual({ stock: null, variants: [{ stock: 5 }] })
    expect(await client.checkout({ buyer, items })).toMatchObject({ status: 400, error: 'No valid items in cart' })
  })
})
