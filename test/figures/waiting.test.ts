import { beforeAll, describe, expect, it } from 'vitest'
import type { KeyScope } from '../../src/api/admission/key-scopes.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { createWebhook } from '../../src/commerce/webhooks/change-webhook.ts'
import { sendTestEvent } from '../../src/commerce/webhooks/redeliver.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buyer, dataOf, productIdOf, razorpay, receiptOf } from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { type Owner, ownerOf, postAsOwner } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { refundBy } from '../support/refunding.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

let now = new Date('2026-06-01T10:00:00Z')
const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(
  openShop({ limitsOff: true, holdLimits: generousHolds, clock: () => now, paymentsUrl: provider.url }),
)

const COUNTS = [
  ...['toShip', 'toConfirm', 'needAttention', 'toCollect', 'refunds', 'reviews', 'lowStock', 'failedJobs'],
  ...['undelivered', 'webhooksOff'],
]
const WAITING = `{ waiting { ${COUNTS.join(' ')} } }`

let store: Store
let owner: Owner
let client: StorefrontClient
let teaId: string

const place = (more: object = {}) =>
  dataOf(
    client.checkout({
      items: [{ id: teaId, qty: 1 }],
      buyer: { ...buyer, phone: newPhone(), address: '1 Hill lane' },
      ...more,
    }),
  )
const paid = async () => {
  const placed = await place()
  await dataOf(client.verify(receiptOf(provider.pay(placed.providerOrderId))))
  return placed.orderNo as string
}
const move = (orderNo: string, status: string) =>
  owner.ask(`mutation { setOrderStatus(orderNo: "${orderNo}", status: ${status}) { status } }`)

beforeAll(async () => {
  store = await shop.addStore({
    store: {
      ...{ payments: razorpay, lowStockThreshold: 3 },
      paymentMethods: [
        { code: 'cod', kind: 'cod', name: 'Cash on delivery' },
        { code: 'bank', kind: 'manual', name: 'Bank transfer', confirm: 'owner', holdHours: 24 },
      ],
    },
    products: [
      { slug: 'tea', name: 'Tea', price: 100, stock: 50 },
      { slug: 'jar', name: 'Jar', price: 100, stock: 3, sku: 'JAR' },
      { slug: 'lid', name: 'Lid', price: 100, stock: 4 },
      { slug: 'old', name: 'Old', price: 100, stock: 0, active: false },
      { slug: 'air', name: 'Air', price: 100 },
      // Its own stock counts for no variant.
      {
        ...{ slug: 'cup', name: 'Cup', price: 100, stock: 1 },
        variants: [
          { options: { size: 'L', colour: 'red' }, stock: 2, sku: 'CUP-L' },
          { options: { size: 'M', colour: 'red' }, stock: 9 },
        ],
      },
      // Its own stock counts for one.
      {
        slug: 'pot',
        name: 'Pot',
        price: 100,
        stock: 0,
        variants: [{ options: { size: 'L' }, stock: 0 }, { options: { size: 'M' } }],
      },
    ],
  })
  owner = await ownerOf(shop, store)
  client = clientOf(shop, store.subdomain, 'REST')
  teaId = await productIdOf(shop, store, 'tea')
})

const counts = async (key = owner.key) => {
  const { body } = await postAsOwner(shop, store.subdomain, key, WAITING)
  expect(body.errors).toBeUndefined()
  return body.data.waiting
}

describe('what waits for the owner', () => {
  const nothing = Object.fromEntries(COUNTS.map((name) => [name, 0]))

  it('is nothing but low stock in a new store', async () => {
    expect(await counts()).toEqual({ ...nothing, lowStock: 4 })
  })

  it('is counted', async () => {
    // To ship: 1 paid, and 1 in cash that is also to be collected.
    await paid()
    await place({ paymentMethod: 'cod' })
    await move(await paid(), 'SHIPPED')
    // Refunded in full: not to be shipped. Begun: still to be shipped.
    await refundBy(owner, await paid())
    provider.refundStatus = 'pending'
    await refundBy(owner, await paid(), { amount: 1 })
    provider.refundStatus = 'processed'
    // To confirm: one that still holds its goods.
    await place({ paymentMethod: 'bank' })
    now = new Date(now.getTime() + 25 * 3_600_000)
    await place({ paymentMethod: 'bank' })
    await place()
    // Cancelled once it was paid.
    await move(await paid(), 'CANCELLED')
    await dataOf(client.submitReview(teaId, { name: 'Ravi', rating: 5, body: 'Malty.' }))
    const { webhook } = await createWebhook({ services: shop.services, store }, { url: 'https://hooks.example/' })
    const message = await sendTestEvent({ services: shop.services, store }, webhook.id)
    const { prisma } = shop.database
    await prisma.webhookMessage.update({
      where: { storeId_id: { storeId: store.id, id: message.id } },
      data: { status: 'GIVEN_UP', endedAt: now },
    })
    await prisma.webhook.update({
      where: { storeId_id: { storeId: store.id, id: webhook.id } },
      data: { active: false, offReason: 'It has failed for 5 days.' },
    })
    await createWebhook({ services: shop.services, store }, { url: 'https://hooks.example/2' })
    await prisma.$executeRaw`
      UPDATE pgboss.job SET state = 'failed', completed_on = now()
      WHERE id = (SELECT min(id::text)::uuid FROM pgboss.job WHERE data->>'storeId' = ${store.id})`
    expect(await counts()).toEqual({
      ...{ toShip: 3, toConfirm: 1, needAttention: 1, toCollect: 1, refunds: 1, reviews: 1, lowStock: 4 },
      ...{ failedJobs: 1, undelivered: 1, webhooksOff: 1 },
    })
  })

  it('is counted in two statements', async () => {
    await counts()
    shop.statements()
    await counts()
    const statements = shop.statements().filter((sql) => !/owner_keys/.test(sql))
    expect(statements).toHaveLength(2)
  })

  it.each<[scope: KeyScope, shown: string[]]>([
    ['orders', ['toShip', 'toConfirm', 'needAttention', 'toCollect', 'refunds']],
    ['catalogue', ['reviews', 'lowStock']],
    ['settings', ['failedJobs', 'undelivered', 'webhooksOff']],
    ['read', COUNTS.filter((name) => name !== 'undelivered' && name !== 'webhooksOff')],
  ])('shows a key for %s only what that lists', async (scope, shown) => {
    const { key } = await createOwnerKey(shop.services, store.id, scope, [scope])
    const waiting = await counts(key)
    expect(COUNTS.filter((name) => waiting[name] !== null)).toEqual(COUNTS.filter((name) => shown.includes(name)))
  })
})

describe('low stock', () => {
  const LOW = `query ($first: Int, $after: String) { lowStock(first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor } nodes { stock name slug sku variantId options { name value } } } }`

  it('is listed by counter, the least first', async () => {
    const { lowStock } = await owner.ask(LOW)
    expect(lowStock.totalCount).toBe(4)
    const rows = lowStock.nodes.map(({ stock, slug, options }: any) => [stock, slug, options.length])
    expect(rows.slice(0, 2)).toEqual(
      expect.arrayContaining([
        [0, 'pot', 0],
        [0, 'pot', 1],
      ]),
    )
    expect(rows.slice(2)).toEqual([
      [2, 'cup', 2],
      [3, 'jar', 0],
    ])
    expect(lowStock.nodes.slice(2)).toMatchObject([
      {
        ...{ name: 'Cup', sku: 'CUP-L', variantId: expect.any(String) },
        options: [
          { name: 'size', value: 'L' },
          { name: 'colour', value: 'red' },
        ],
      },
      { name: 'Jar', sku: 'JAR', variantId: null },
    ])
  })

  it('is listed page by page', async () => {
    const slugs: string[] = []
    let after: string | null = null
    do {
      const { lowStock }: any = await owner.ask(LOW, { first: 1, after })
      expect(lowStock).toMatchObject({ totalCount: 4, nodes: [{}] })
      slugs.push(lowStock.nodes[0].slug)
      after = lowStock.pageInfo.hasNextPage ? lowStock.pageInfo.endCursor : null
    } while (after !== null)
    expect(slugs).toEqual(['pot', 'pot', 'cup', 'jar'])
  })

  it('follows the threshold of the store', async () => {
    await owner.ask('mutation { updateStore(input: { lowStockThreshold: 4 }, version: 1) { version } }')
    expect((await owner.ask(LOW)).lowStock.nodes.map(({ slug }: any) => slug)).toContain('lid')
    expect((await counts()).lowStock).toBe(5)
  })

  it.each([
    [{ first: 101 }, 'first must be between 1 and 100'],
    [{ after: 'x' }, 'after must be a cursor returned by this list'],
  ])('refuses %j', async (args, message) => {
    expect(await owner.refused(LOW, args)).toEqual({ code: 'BAD_USER_INPUT', message })
  })
})
