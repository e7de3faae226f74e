import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  EXAMPLE_ADDRESS_ID,
  EXAMPLE_CART_ID,
  EXAMPLE_ORDER_NO,
  EXAMPLE_PAGE,
  EXAMPLE_PRODUCT_ID,
} from '../../src/api/rest/examples.ts'
import type { Route } from '../../src/api/rest/route.ts'
import { storeCode } from '../../src/commerce/customers/mails/codes.ts'
import { parseInput } from '../../src/platform/input/parse-input.ts'
import { newCode } from '../../src/platform/secrets/typed-code.ts'
import { routes } from '../../src/process/routes.ts'
import { masked } from '../support/answers.ts'
import { dataOf, pay } from '../support/buying.ts'
import { type Caller, rest } from '../support/call.ts'
import { clientOf } from '../support/client.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** What each route is called in its operation, behind `Rest`. */
const names = routes.map(({ operation }) =>
  operation.definitions
    .flatMap((node) => (node.kind === 'OperationDefinition' && node.name?.value.replace(/^Rest/, '')) || [])
    .join(),
)
/** Whose examples are true after each other, in the tests below; all others are by themselves. */
const inOrder = [
  ...['Reviews', 'AddToWishlist', 'Wishlist', 'RemoveFromWishlist'],
  ...['CreateCart', 'Cart', 'UpdateCart', 'DeleteCart'],
  ...['Checkout', 'CancelOrder', 'VerifyPayment', 'Orders', 'TrackOrder', 'FollowOrder'],
  ...['AddAddress', 'Addresses', 'UpdateAddress', 'RemoveAddress'],
  ...['ForgotPassword', 'ResetPassword', 'ConfirmEmail'],
  ...['UpdateMe', 'ChangePassword', 'LogOut', 'LogOutEverywhere', 'DeleteMe'],
]

const bundle = JSON.parse(readFileSync('examples/demo-store.json', 'utf8'))

describe.each(routes)('the example of $method $path', ({ query, body, response, example }) => {
  it('is as its schemas say', () => {
    expect(response.parse(example.answer)).toEqual(example.answer)
    if (query) expect(query.parse(example.query ?? {})).toEqual(example.query ?? {})
    if (body) expect(() => parseInput(body, example.body)).not.toThrow()
  })
})

describe('the demo store', () => {
  let shop: Shop
  let assam: string
  let asha: string
  beforeAll(async () => {
    // In a year in which its discounts are good, before anyone has bought anything.
    shop = await openShop()
    const store = await shop.addStore(bundle)
    const where = { storeId_slug: { storeId: store.id, slug: 'assam' } }
    assam = (await shop.database.prisma.product.findUniqueOrThrow({ where })).id
    asha = (await dataOf(clientOf(shop, 'demo', 'REST').logIn({ phone: '9876543210', password: 'secret1' }))).token
  })
  afterAll(() => shop.close())

  /** What it answers to the request of an example, in which texts may stand for others. */
  async function ask({ method, path, example }: Route, texts: Record<string, string> = {}) {
    const real = (json: string) =>
      Object.entries({ ...texts, [EXAMPLE_PRODUCT_ID]: assam }).reduce(
        (text, [from, to]) => text.replaceAll(from, to),
        json,
      )
    const search = new URLSearchParams(example.query as Record<string, string>)
    const url = path
      .replace(':subdomain', 'demo')
      .replace(/:productId|:idOrSlug/, example.productId ?? '')
      .replace(':addressId', EXAMPLE_ADDRESS_ID)
      .replace(':cartId', EXAMPLE_CART_ID)
      .replace(':orderNo', EXAMPLE_ORDER_NO)
      .replace(':slug', EXAMPLE_PAGE)
    const caller: Caller = { token: asha, headers: { accept: 'application/json', host: 'localhost:4000' } }
    const body = example.body === undefined ? undefined : JSON.parse(real(JSON.stringify(example.body)))
    return rest(shop, method, real(`${url}?${search}`), body, caller)
  }

  const find = (name: string): Route => {
    const route = routes[names.indexOf(name)]
    if (!route) throw new Error(`There is no route ${name}`)
    return route
  }

  /** Random texts are hidden; lists of the answer are cut to what the example shows. */
  const comparable = (answer: unknown) => {
    const hidden = masked(answer, { sent: new Map(), known: new Set() })
    return JSON.parse(JSON.stringify(hidden).replace(/sandbox_[\da-f]{24}/g, '<sandbox key>'))
  }
  const cut = (answer: any, example: any): unknown => {
    if (Array.isArray(example)) return example.map((entry, at) => cut(answer[at], entry))
    if (typeof example !== 'object' || example === null) return answer
    return Object.fromEntries(Object.keys(answer).map((key) => [key, cut(answer[key], example[key])]))
  }

  async function expectTrue(name: string, texts?: Record<string, string>) {
    const route = find(name)
    const { status, body } = await ask(route, texts)
    expect({ name, status, body }).toMatchObject({ name, status: 200 })
    expect(comparable(cut(body, route.example.answer))).toEqual(comparable(route.example.answer))
    return body
  }

  it.each(names.filter((name) => !inOrder.includes(name)))(
    'answers so: %s',
    async (name) => void (await expectTrue(name)),
  )

  it('answers so for reviews, the wishlist and what is put there', async () => {
    await shop.database.prisma.review.deleteMany({ where: { reviewerName: 'Kabir' } })
    await expectTrue('Reviews')
    await expectTrue('AddToWishlist')
    await expectTrue('Wishlist')
    await expectTrue('RemoveFromWishlist')
  })

  it('answers so for a cart', async () => {
    const { cart } = await expectTrue('CreateCart')
    for (const name of ['Cart', 'UpdateCart', 'DeleteCart']) await expectTrue(name, { [EXAMPLE_CART_ID]: cart.id })
  })

  it('answers so from a cart to a confirmed order', async () => {
    const { orderNo } = await expectTrue('Checkout')
    await expectTrue('CancelOrder', { [EXAMPLE_ORDER_NO]: orderNo })
    const placed = await expectTrue('Checkout')
    const receipt = await pay(shop, placed.providerOrderId)
    const paid = find('VerifyPayment').example.body as typeof receipt
    await expectTrue('VerifyPayment', {
      [paid.provider_order_id]: receipt.provider_order_id,
      [paid.provider_payment_id]: receipt.provider_payment_id,
      [paid.provider_signature]: receipt.provider_signature,
    })
    await expectTrue('Orders')
    await expectTrue('TrackOrder', {
      [(find('TrackOrder').example.body as { orderNo: string }).orderNo]: placed.orderNo,
    })
    await expectTrue('FollowOrder', { [EXAMPLE_ORDER_NO]: placed.orderNo })
  })

  it('answers so for the codes that a customer is mailed', async () => {
    await expectTrue('ForgotPassword')
    const codes = { PASSWORD: newCode(), EMAIL: newCode() }
    const kamala = await dataOf(
      clientOf(shop, 'demo', 'REST').signUp({ name: 'Kamala', phone: '9833055668', password: 'secret1' }),
    )
    const { storeId, id: customerId } = await shop.database.prisma.customer.findFirstOrThrow({
      where: { phone: kamala.customer.phone },
    })
    await shop.database.prisma.$transaction(async (tx) => {
      const now = new Date()
      await storeCode(tx, { storeId, customerId, purpose: 'PASSWORD', code: codes.PASSWORD, email: null, now })
      await storeCode(tx, { storeId, customerId, purpose: 'EMAIL', code: codes.EMAIL, email: 'k@example.com', now })
    })
    const written = (name: string) => (find(name).example.body as { code: string }).code
    await expectTrue('ResetPassword', { [written('ResetPassword')]: codes.PASSWORD })
    await expectTrue('ConfirmEmail', { [written('ConfirmEmail')]: codes.EMAIL })
  })

  it('answers so for the addresses of a customer', async () => {
    const { address } = await expectTrue('AddAddress')
    const texts = { [EXAMPLE_ADDRESS_ID]: address.id }
    await expectTrue('Addresses')
    await expectTrue('UpdateAddress', texts)
    await expectTrue('RemoveAddress', texts)
  })

  it('answers so for what a customer does with the account', async () => {
    const client = clientOf(shop, 'demo', 'REST')
    await expectTrue('UpdateMe')
    await expectTrue('ChangePassword')
    await expectTrue('LogOut')
    const { newPassword } = find('ChangePassword').example.body as { newPassword: string }
    asha = (await dataOf(client.logIn({ phone: '9876543210', password: newPassword }))).token
    await expectTrue('LogOutEverywhere')
    const { password } = find('DeleteMe').example.body as { password: string }
    asha = (await dataOf(client.signUp({ name: 'Kamala', phone: '9833055667', password }))).token
    await expectTrue('DeleteMe')
  })
})
