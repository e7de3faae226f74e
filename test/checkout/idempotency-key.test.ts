import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { dataOf, productIdOf, razorpay, signUpWithPoints } from '../support/buying.ts'
import type { Caller } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const belongsToAnother = {
  status: 409,
  error: 'This Idempotency-Key belongs to another request. Use a new key for a new order.',
}
let buyers = 0

const openStore = () =>
  shop.addStore({
    store: { payments: razorpay, loyalty: { enabled: true, earnRate: 0, redeemRate: 1 } },
    products: [
      { slug: 'tea', name: 'Tea', price: 100 },
      { slug: 'shirt', name: 'Shirt', price: 100, variants: ['S', 'M'].map((size) => ({ options: { size } })) },
    ],
    discounts: ['TEN', 'ELEVEN'].map((code) => ({ code, type: 'percent', value: 10 })),
  })

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ holdLimits: generousHolds, paymentsUrl: provider.url }))
const store = await openStore()
const owner = await ownerOf(shop, store)
const tea = await productIdOf(shop, store, 'tea')
const shirt = await productIdOf(shop, store, 'shirt')

const setPayments = (input: object | null, at = owner) =>
  at.ask('mutation ($input: PaymentsInput, $void: Boolean) { setPayments(input: $input, voidEarlier: $void) }', {
    input,
    void: true,
  })
const account = { ...razorpay, provider: 'RAZORPAY' }

/** A request with everything that a checkout can say, of a buyer whom no other test knows. */
function fullRequest() {
  buyers += 1
  return {
    items: [{ id: shirt, qty: 1, variant: { size: 'S' } }],
    buyer: {
      ...{ name: 'Ravi', phone: `97${String(buyers).padStart(8, '0')}`, email: 'ravi@example.com' },
      ...{ address: '12 Lake Road', notes: 'Ring twice' },
    },
    discountCode: 'TEN',
    loyaltyPoints: 3,
  }
}
type FullRequest = ReturnType<typeof fullRequest>

const keyed = (more: Caller = {}): Caller => ({ ...more, headers: { 'idempotency-key': randomUUID() } })

/** What makes another request of one, a field each. */
const changes: Record<string, (request: FullRequest) => object> = {
  'another product': (request) => ({ ...request, items: [{ id: tea, qty: 1 }] }),
  'another quantity': (request) => ({ ...request, items: [{ ...request.items[0], qty: 2 }] }),
  'another variant': (request) => ({ ...request, items: [{ ...request.items[0], variant: { size: 'M' } }] }),
  'no variant': ({ items: [item], ...request }) => ({ ...request, items: [{ id: item?.id, qty: 1 }] }),
  'one more item': (request) => ({ ...request, items: [...request.items, { id: tea, qty: 1 }] }),
  'another name': (request) => ({ ...request, buyer: { ...request.buyer, name: 'Asha' } }),
  'another phone': (request) => ({ ...request, buyer: { ...request.buyer, phone: '9999999999' } }),
  'another email': (request) => ({ ...request, buyer: { ...request.buyer, email: 'asha@example.com' } }),
  'no email': ({ buyer: { email: _, ...buyer }, ...request }) => ({ ...request, buyer }),
  'another address': (request) => ({ ...request, buyer: { ...request.buyer, address: '13 Lake Road' } }),
  'other notes': (request) => ({ ...request, buyer: { ...request.buyer, notes: 'Ring once' } }),
  'another discount code': (request) => ({ ...request, discountCode: 'ELEVEN' }),
  'no discount code': ({ discountCode: _, ...request }) => request,
  'other points': (request) => ({ ...request, loyaltyPoints: 4 }),
  'no points': ({ loyaltyPoints: _, ...request }) => request,
}

describe.each(interfaces)('an Idempotency-Key over %s', (kind) => {
  const client = (at = store) => clientOf(shop, at.subdomain, kind)

  describe('belongs to its request', () => {
    let asha: { id: string; token: string }
    beforeAll(async () => {
      asha = await signUpWithPoints(shop, store, client(), 1000)
    })

    it.each(Object.entries(changes))('and not to one with %s', async (_, change) => {
      const request = fullRequest()
      const caller = keyed({ token: asha.token })
      const placed = await dataOf(client().checkout(request, caller))
      expect(placed.breakdown).toMatchObject({ discount: 10, loyaltyPointsUsed: 3 })
      expect(await client().checkout(change(request), caller)).toEqual(belongsToAnother)
      expect(await dataOf(client().checkout(request, caller))).toEqual(placed)
      const where = { storeId_orderNo: { storeId: store.id, orderNo: placed.orderNo } }
      await shop.database.prisma.order.update({ where, data: { status: 'FAILED' } })
    })
  })

  it.each([
    ['nothing to buy', (request: FullRequest) => ({ ...request, items: [] }), 'Cart is empty'],
    [
      'nothing that can be bought',
      (request: FullRequest) => ({ ...request, items: [{ id: randomUUID(), qty: 1 }] }),
      'No valid items in cart',
    ],
    [
      'too many items',
      (request: FullRequest) => ({ ...request, items: Array.from({ length: 101 }, () => ({ id: tea, qty: 1 })) }),
      'Too many items (max 100).',
    ],
    [
      'no name',
      (request: FullRequest) => ({ ...request, buyer: { ...request.buyer, name: ' ' } }),
      'Name and phone required',
    ],
    [
      'a bad email',
      (request: FullRequest) => ({ ...request, buyer: { ...request.buyer, email: 'ravi' } }),
      'Email must be a valid email address',
    ],
  ])('belongs to a request that was refused for %s', async (_, spoil, error) => {
    const request = fullRequest()
    const spoiled = spoil(request)
    const caller = keyed()
    const orders = () => shop.database.prisma.order.count({ where: { storeId: store.id } })
    const before = await orders()
    for (let call = 0; call < 2; call += 1)
      expect(await client().checkout(spoiled, caller)).toEqual({ status: 400, error })
    expect(await client().checkout(request, caller)).toEqual(belongsToAnother)
    expect(await client().checkout(spoiled, caller)).toEqual({ status: 400, error })
    expect(await orders()).toBe(before)
  })

  it.each([
    ['are switched off', () => null],
    ['go to the sandbox', () => ({ provider: 'SANDBOX' })],
    ['go to another account', () => ({ ...account, keyId: 'rzp_other', keySecret: 'another-secret-of-this-store' })],
  ])('gives its answer again when payments %s', async (_, change) => {
    const other = await openStore()
    const itsOwner = await ownerOf(shop, other)
    const request = { items: [{ id: await productIdOf(shop, other, 'tea'), qty: 1 }], buyer: fullRequest().buyer }
    const caller = keyed()
    const placed = await dataOf(client(other).checkout(request, caller))
    await setPayments(change(), itsOwner)
    expect(await dataOf(client(other).checkout(request, caller))).toEqual(placed)
    expect(placed.keyId).toBe(razorpay.keyId)
  })

  it('is not used up by what was not the request’s fault, but stays its own', async () => {
    const other = await openStore()
    const itsOwner = await ownerOf(shop, other)
    const request = { items: [{ id: await productIdOf(shop, other, 'tea'), qty: 1 }], buyer: fullRequest().buyer }
    const caller = keyed()
    await setPayments(null, itsOwner)
    expect(await client(other).checkout(request, caller)).toMatchObject({ status: 503 })
    await setPayments(account, itsOwner)
    provider.next = ['serverError']
    expect(await client(other).checkout(request, caller)).toMatchObject({ status: 502 })
    const elsewhere = { ...request, discountCode: 'TEN' }
    expect(await client(other).checkout(elsewhere, caller)).toEqual(belongsToAnother)
    const placed = await dataOf(client(other).checkout(request, caller))
    expect(await dataOf(client(other).checkout(request, caller))).toEqual(placed)
  })
})

describe('an Idempotency-Key over REST', () => {
  let calls = 0
  const send = async (payload: string, key: string) => {
    calls += 1
    const address = { 'x-forwarded-for': `12.0.0.${calls}` }
    const headers = { 'content-type': 'application/json', 'idempotency-key': key, ...address }
    const url = `/api/sites/${store.subdomain}/checkout`
    const answer = await shop.app.inject({ method: 'POST', url, headers, payload })
    return { status: answer.statusCode, error: answer.json().error }
  }

  it.each([
    ['no JSON', '{"items": [', 'Invalid JSON'],
    ['no object', '[]', 'Cart is empty'],
    ['nothing', '', 'Cart is empty'],
    ['ill-typed', '{"items": "tea"}', 'Cart is empty'],
  ])('belongs to a body that is %s', async (_, body, error) => {
    const key = randomUUID()
    for (let call = 0; call < 2; call += 1) expect(await send(body, key)).toEqual({ status: 400, error })
    expect(await send(JSON.stringify(fullRequest()), key)).toEqual(belongsToAnother)
    const kept = await shop.database.prisma.idempotencyKey.findMany({ where: { storeId: store.id, key } })
    expect(kept).toMatchObject([{ orderId: null, answer: { refused: error } }])
  })

  it('does not belong to a body that is nested too deep to be compared', async () => {
    const key = randomUUID()
    const deep = `{"items": [], "note": ${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    expect(await send(deep, key)).toEqual({ status: 400, error: 'The request body is nested too deep' })
    expect(await send(JSON.stringify(fullRequest()), key)).toMatchObject({ status: 200 })
  })

  it('that is ill-formed is told so before anything else', async () => {
    expect(await send('{"items": [', 'has space')).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^Idempotency-Key must be/),
    })
  })
})
