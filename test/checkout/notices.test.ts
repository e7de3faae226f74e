import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ownAddress } from '../support/addresses.ts'
import { buy, dataOf, signUpWithPoints } from '../support/buying.ts'
import { graphql, rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { openSellingStore } from './selling-store.ts'

const shop = await forAllTests(openShop())
const selling = await openSellingStore(shop)
const { id: storeId } = selling.store
const fixed = { storeId, type: 'FIXED', amount: 1_000n } as const
await shop.database.prisma.discount.createMany({
  data: [
    { ...fixed, code: 'SOON', startsAt: new Date('2200-01-01') },
    { ...fixed, code: 'OFF', active: false },
    { ...fixed, code: 'GONE', usageLimit: 1, timesUsed: 1 },
    { storeId, code: 'NIL', type: 'PERCENT', percentMicro: 1 },
  ],
})

const INVALID = 'An item needs the id of a product, a qty of 1 to 99 and, if any, a variant of texts.'
const code = (reason: string, message: string) => ({ code: 'DISCOUNT_NOT_APPLIED', reason, message })
const points = (reason: string, message: string) => ({ code: 'POINTS_NOT_APPLIED', reason, message })
const asProblem = { headers: { accept: 'application/problem+json' } }

/** Each kind of item that is dropped, with its notice, behind one that is sold. */
function dropped() {
  const { item } = selling
  const unknown = randomUUID()
  const gone = 'This product is not available.'
  const cases: [item: object & { id: string }, code: string, reason: string, message: string][] = [
    [item('pot', 0), 'ITEM_INVALID', 'ITEM_MALFORMED', INVALID],
    [item('pot', 100), 'ITEM_INVALID', 'ITEM_MALFORMED', INVALID],
    [{ id: unknown, qty: 1 }, 'ITEM_UNAVAILABLE', 'PRODUCT_UNAVAILABLE', gone],
    [item('hidden'), 'ITEM_UNAVAILABLE', 'PRODUCT_UNAVAILABLE', gone],
    [item('sized'), 'ITEM_UNAVAILABLE', 'VARIANT_REQUIRED', 'Choose a variant of Sencha.'],
    [
      item('sized', 1, { size: '1kg' }),
      'ITEM_UNAVAILABLE',
      'VARIANT_UNAVAILABLE',
      'Sencha is not available in this variant.',
    ],
    [item('few', 4), 'ITEM_OUT_OF_STOCK', 'OUT_OF_STOCK', 'There is not enough of Rare tea in stock.'],
  ]
  const notices = cases.map(([{ id }, code, reason, message], index) => ({
    code,
    reason,
    message,
    itemIndex: index + 1,
    productId: id,
  }))
  return { items: cases.map(([item]) => item), notices }
}

describe.each(interfaces)('over %s', (by) => {
  const client = clientOf(shop, selling.store.subdomain, by)

  it.each(['quote', 'checkout'] as const)('a %s of all that was asked for has no notices', async (operation) => {
    const { notices } = await dataOf(client[operation]({ items: [selling.item('pot')], buyer: person(operation) }))
    expect(notices).toEqual([])
  })

  it.each(['quote', 'checkout'] as const)('a %s says of each item that it drops which and why', async (operation) => {
    const { items, notices } = dropped()
    const input = { items: [selling.item('pot'), ...items], buyer: person(operation) }
    const answer = await dataOf(client[operation](input))
    expect(answer.breakdown.subtotal).toBe(1200)
    expect(answer.notices).toHaveLength(notices.length)
    expect(answer.notices).toEqual(expect.arrayContaining(notices))
  })

  it('what is no product’s id is reported by its place alone', async () => {
    const { notices } = await dataOf(client.quote({ items: [selling.item('pot'), { id: 'x', qty: 1 }] }))
    expect(notices).toEqual([
      {
        ...{ code: 'ITEM_UNAVAILABLE', reason: 'PRODUCT_UNAVAILABLE', itemIndex: 1 },
        message: 'This product is not available.',
      },
    ])
  })

  it.each([
    ['NOSUCH', 'CODE_UNKNOWN', 'This discount code does not exist.'],
    ['OLD', 'CODE_EXPIRED', 'This discount code has expired.'],
    ['SOON', 'CODE_NOT_STARTED', 'This discount code is not valid yet.'],
    ['OFF', 'CODE_INACTIVE', 'This discount code is not active.'],
    ['GONE', 'CODE_USED_UP', 'This discount code has been used up.'],
    ['FLAT100', 'CODE_BELOW_MINIMUM', 'The order is below the minimum for this discount code.'],
    ['NIL', 'CODE_TAKES_NOTHING', 'This discount code takes nothing off this order.'],
  ])('a code that does not apply says why: %s', async (discountCode, reason, message) => {
    const input = { items: [selling.item('assam')], discountCode }
    expect((await dataOf(client.quote(input))).notices).toEqual([code(reason, message)])
    const placed = await dataOf(client.checkout({ ...input, buyer: person(discountCode) }))
    expect(placed.notices).toEqual([code(reason, message)])
  })

  it('a code that a customer has used up is a reason at checkout', async () => {
    const input = { items: [selling.item('pot')], discountCode: 'ONCE', buyer: person('once') }
    expect((await buy(shop, client, input)).notices).toEqual([])
    const { notices } = await dataOf(client.checkout(input))
    expect(notices).toEqual([code('CODE_USED_BY_BUYER', 'You have already used this discount code.')])
  })

  it('points that are not redeemed say why', async () => {
    const cart = { items: [selling.item('assam')], buyer: person('points') }
    const notices = async (loyaltyPoints: number, token?: string, discountCode?: string) =>
      (await dataOf(client.quote({ items: cart.items, loyaltyPoints, discountCode }, { token }))).notices
    expect(await notices(5)).toEqual([points('LOGIN_REQUIRED', 'Log in to redeem points.')])
    const { token } = await signUpWithPoints(shop, selling.store, client, 30)
    expect(await notices(30, token)).toEqual([])
    expect(await notices(50, token)).toEqual([points('POINTS_SHORT', '30 of 50 points were redeemed: you have 30.')])
    expect(await notices(10.5, token)).toEqual([
      points('POINTS_NOT_WHOLE', '10 of 10.5 points were redeemed: only whole points can be.'),
    ])
    expect(await notices(-1, token)).toEqual([points('POINTS_INVALID', 'Points to redeem must be a number above 0.')])
    expect(await notices(5, token, 'ALL')).toEqual([
      points('POINTS_NOT_NEEDED', '0 of 5 points were redeemed: no more are needed.'),
    ])
    await dataOf(client.checkout({ ...cart, loyaltyPoints: 20 }, { token }))
  })

  it('an order of nothing that is sold is refused with every reason', async () => {
    const { items, notices } = dropped()
    // Of the whole cart there is one item more, so that the places are the same.
    const input = { items: [{ id: randomUUID(), qty: 1 }, ...items], buyer: person('nothing'), discountCode: 'FLAT100' }
    const base = `/api/sites/${selling.store.subdomain}`
    for (const operation of ['quote', 'checkout']) {
      const reported =
        by === 'REST'
          ? (await rest(shop, 'POST', `${base}/${operation}`, input, asProblem)).body
          : await extensionsOf(operation, input)
      expect(reported.reason).toBe('NOTHING_TO_BUY')
      expect(reported.notices).toHaveLength(notices.length + 1)
      expect(reported.notices).toEqual(expect.arrayContaining(notices))
    }
    expect(await client.checkout(input)).toEqual({ status: 400, error: 'No valid items in cart' })
  })
})

it('a repeated checkout has the notices of the first, also when it was refused', async () => {
  const url = `/api/sites/${selling.store.subdomain}/checkout`
  const { items } = dropped()
  for (const [key, goods] of [
    ['sold', [selling.item('pot'), ...items]],
    ['unsold', items],
  ] as const) {
    const input = { items: goods, buyer: person('key'), discountCode: 'OLD' }
    const caller = { ip: ownAddress(), headers: { ...asProblem.headers, 'idempotency-key': key } }
    const first = await rest(shop, 'POST', url, input, caller)
    const again = await rest(shop, 'POST', url, input, caller)
    expect(first.body.notices.length).toBeGreaterThanOrEqual(items.length)
    expect(again.body).toEqual(first.body)
  }
  const wrong = { items, buyer: { phone: '1' } }
  const caller = { headers: { ...asProblem.headers, 'idempotency-key': 'wrong' } }
  const first = await rest(shop, 'POST', url, wrong, caller)
  expect(first.body.errors).toEqual([{ field: 'buyer.name', message: 'Name is required' }])
  expect((await rest(shop, 'POST', url, wrong, caller)).body).toEqual(first.body)
})

let phones = 0
function person(name: string) {
  phones += 1
  return { name, phone: `97000 ${String(10_000 + phones)}` }
}

async function extensionsOf(operation: string, { buyer, ...input }: any) {
  const kind = operation === 'quote' ? 'query ($input: QuoteInput!)' : 'mutation ($input: CheckoutInput!)'
  const items = input.items.map(({ variant, ...item }: any) => ({
    ...item,
    ...(variant && { variant: Object.entries(variant).map(([name, value]) => ({ name, value })) }),
  }))
  const variables = { input: { ...input, items, ...(operation === 'checkout' && { buyer }) } }
  const { body } = await graphql(
    shop,
    selling.store.subdomain,
    `${kind} { ${operation}(input: $input) { notices { code } } }`,
    variables,
  )
  expect(body.errors[0].message).toBe('No valid items in cart')
  return body.errors[0].extensions
}
