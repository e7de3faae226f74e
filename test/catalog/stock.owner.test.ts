import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buyer, dataOf, pay, placedOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

let store: Store
let owner: Owner
let client: StorefrontClient
let productId: string
let variantId: string

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))
beforeEach(async () => {
  const variants = [{ options: { size: 'a' }, stock: 5 }]
  const products = [
    { slug: 'assam', name: 'Assam', price: 499, stock: 10 },
    { slug: 'sized', name: 'Sized', price: 499, variants },
  ]
  store = await shop.addStore({ store: { payments: { provider: 'sandbox' } }, products })
  owner = await ownerOf(shop, store)
  client = clientOf(shop, store.subdomain, 'REST')
  const { assam, sized } = await owner.ask(
    '{ assam: product(slug: "assam") { id } sized: product(slug: "sized") { variants { id } } }',
  )
  productId = assam.id
  variantId = sized.variants[0].id
})

const SET = `mutation ($productId: ID!, $variantId: ID, $stock: Int, $basedOn: Int) {
  setStock(productId: $productId, variantId: $variantId, stock: $stock, basedOn: $basedOn) { stock variants { stock } } }`
const CHANGE = `mutation ($productId: ID!, $variantId: ID, $by: Int!) {
  changeStock(productId: $productId, variantId: $variantId, by: $by) { stock variants { stock } } }`
const counted = (stock: number | null) => ({ setStock: { stock, variants: [] } })
const sizedId = async () => (await owner.ask('{ product(slug: "sized") { id } }')).product.id

describe('a stock', () => {
  it('is set by whoever knows what it was', async () => {
    expect(await owner.ask(SET, { productId, stock: 7, basedOn: 10 })).toEqual(counted(7))
    expect(await owner.refused(SET, { productId, stock: 8, basedOn: 10 })).toEqual({
      code: 'CONFLICT',
      message: 'The stock is 7 now, no longer 10. Count again, and send it based on that.',
    })
    expect(await owner.ask(SET, { productId, stock: null, basedOn: 7 })).toEqual(counted(null))
    expect(await owner.refused(SET, { productId, stock: 8, basedOn: 7 })).toMatchObject({
      message: expect.stringContaining('The stock is not counted now, no longer 7'),
    })
    expect(await owner.ask(SET, { productId, stock: 0, basedOn: null })).toEqual(counted(0))
    const of = { productId: await sizedId(), variantId }
    expect(await owner.ask(SET, { ...of, stock: 9, basedOn: 5 })).toEqual({
      setStock: { stock: null, variants: [{ stock: 9 }] },
    })
  })

  it('is raised and lowered, never below 0', async () => {
    expect(await owner.ask(CHANGE, { productId, by: 5 })).toMatchObject({ changeStock: { stock: 15 } })
    expect(await owner.ask(CHANGE, { productId, by: -15 })).toMatchObject({ changeStock: { stock: 0 } })
    expect(await owner.refused(CHANGE, { productId, by: -1 })).toEqual({
      code: 'CONFLICT',
      message: 'There are only 0 in stock: 1 cannot be taken away.',
    })
    await owner.ask(CHANGE, { productId, by: 2_147_483_647 })
    expect(await owner.refused(CHANGE, { productId, by: 1 })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'by: expected at most 0, found 1',
    })
    expect(await owner.refused(CHANGE, { productId: await sizedId(), by: 1 })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining('not counted'),
    })
    const of = { productId: await sizedId(), variantId, by: -2 }
    expect(await owner.ask(CHANGE, of)).toMatchObject({ changeStock: { variants: [{ stock: 3 }] } })
  })

  it('is changed with a reason, which the history has', async () => {
    const reason = ' Three were broken on the way '
    const change =
      'mutation ($id: ID!, $reason: String) { changeStock(productId: $id, by: -3, reason: $reason) { stock } }'
    await owner.ask(change, { id: productId, reason })
    await owner.ask(change, { id: productId })
    const long = await owner.refused(change, { id: productId, reason: 'x'.repeat(501) })
    expect(long).toEqual({ code: 'BAD_USER_INPUT', message: 'Reason must be at most 500 characters' })
    const CHANGES = `query ($id: String!) { changes(subject: { kind: PRODUCT, id: $id }) {
      nodes { detail subject { name } fields { name from to } } } }`
    const { changes } = await owner.ask(CHANGES, { id: productId })
    const change3 = (from: string, to: string) => [{ name: 'stock', from, to }]
    expect(changes.nodes.slice(0, 2)).toEqual([
      { detail: '', subject: { name: 'Assam' }, fields: change3('7', '4') },
      { detail: 'Three were broken on the way', subject: { name: 'Assam' }, fields: change3('10', '7') },
    ])
  })

  it.each([
    [{ basedOn: 10 }, 'stock: expected a number of units, or null to stop counting'],
    [{ stock: 3 }, 'basedOn: expected the stock that you read last, or null if it is not counted'],
    [{ stock: -1, basedOn: 10 }, 'stock: expected at least 0, found -1'],
  ])('is refused as %j', async (input, message) => {
    expect(await owner.refused(SET, { productId, ...input })).toEqual({ code: 'BAD_USER_INPUT', message })
  })

  it('of what is not there is not found', async () => {
    const unknown = '0198c1f2-7a3e-7b1c-9d4e-2f6a8b0c1d3e'
    const product = { code: 'NOT_FOUND', message: 'Product not found' }
    const variant = { code: 'NOT_FOUND', message: 'Variant not found' }
    for (const id of [unknown, 'x']) {
      expect(await owner.refused(SET, { productId: id, stock: 1, basedOn: 1 })).toEqual(product)
      expect(await owner.refused(CHANGE, { productId: id, by: 1 })).toEqual(product)
      expect(await owner.refused(CHANGE, { productId, variantId: id, by: 1 })).toEqual(variant)
    }
    // The variant of another product.
    expect(await owner.refused(SET, { productId, variantId, stock: 1, basedOn: 5 })).toEqual(variant)
  })

  it('loses no unit while many buy and owners count', async () => {
    await owner.ask(CHANGE, { productId, by: 90 })
    const buy = async () => {
      const outcome = await client.checkout({ buyer, items: [{ id: productId, qty: 1 }] })
      const [placed] = placedOf([outcome])
      if (!placed) return 0
      await dataOf(client.verify(await pay(shop, placed.providerOrderId)))
      return 1
    }
    /** Counts until nobody sells between reading and setting, and gives what that has added. */
    const recount = async (): Promise<number> => {
      for (;;) {
        const { product } = await owner.ask('query ($id: ID) { product(id: $id) { stock } }', { id: productId })
        const { body } = await owner.post(SET, { productId, stock: product.stock + 3, basedOn: product.stock })
        if (!body.errors) return 3
        expect(body.errors[0].extensions.code).toBe('CONFLICT')
      }
    }
    const [sold, added] = await Promise.all([
      atOnce(12, buy),
      atOnce(5, async (index) => {
        if (index % 2 === 0) return recount()
        await owner.ask(CHANGE, { productId, by: -1 })
        return -1
      }),
    ])
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
    expect(sum(sold)).toBe(12)
    const { product } = await owner.ask('query ($id: ID) { product(id: $id) { stock held } }', { id: productId })
    expect(product).toEqual({ stock: 100 - sum(sold) + sum(added), held: 0 })
  })
})
