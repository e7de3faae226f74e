import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorCodes } from '../../../src/api/http/status.ts'
import { razorpay } from '../../../test/support/buying.ts'
import { type FakeProvider, startFakeProvider } from '../../../test/support/fake-provider.ts'
import { newPhone } from '../../../test/support/phones.ts'
import { freePort } from '../../../test/support/process.ts'
import { createStorefront, type Storefront, StorefrontError } from '../src/index.ts'
import { startScript } from './scripted-gateway.ts'
import { buyer, openTeaHouse, pay, type TeaHouse } from './tea-house.ts'

/** Each code of the gateway, as the client throws it. */

let provider: FakeProvider
let house: TeaHouse
let shop: Storefront
let cup: string

beforeAll(async () => {
  provider = await startFakeProvider(razorpay)
  house = await openTeaHouse({
    paymentsUrl: provider.url,
    limitsOff: false,
    policies: { unlock: { points: 1, seconds: 60 } },
  })
  shop = house.visit()
  cup = (await shop.product({ idOrSlug: 'cup' })).product.id
})
afterAll(async () => {
  await house.close()
  await provider.close()
})

async function errorOf(call: Promise<unknown>): Promise<StorefrontError> {
  const error = await call.catch((thrown: unknown) => thrown)
  if (error instanceof StorefrontError) return error
  throw new Error(`It was no StorefrontError: ${error}`)
}

const met = new Set<string>()
async function meets(code: string, status: number, call: Promise<unknown>): Promise<StorefrontError> {
  const error = await errorOf(call)
  expect(error).toMatchObject({ code, status, name: 'StorefrontError', requestId: expect.any(String) })
  met.add(code)
  return error
}

const another = (store: object) => house.shop.addStore({ store, products: [{ slug: 'cup', name: 'Cup', price: 90 }] })

it('BAD_USER_INPUT lists every mistake', async () => {
  const error = await meets('BAD_USER_INPUT', 400, shop.signUp({ name: '', phone: '98x', password: 'x' }))
  expect(error).toMatchObject({ operation: 'signUp', message: 'Name, phone, and password required', notices: [] })
  expect(error.errors.map(({ field }) => field)).toEqual(['name', 'phone', 'password'])
})

it('BAD_USER_INPUT of a checkout of which nothing is left says why', async () => {
  const { product } = await shop.product({ idOrSlug: 'pot' })
  const error = await meets('BAD_USER_INPUT', 400, shop.checkout({ buyer, items: [{ id: product.id, qty: 1 }] }))
  expect(error.notices).toMatchObject([{ code: 'ITEM_OUT_OF_STOCK', itemIndex: 0, productId: product.id }])
})

it('INVALID_SIGNATURE, then a payment that verifies', async () => {
  const placed = await shop.checkout({ buyer, items: [{ id: cup, qty: 1 }] })
  const receipt = await pay(shop, placed.providerOrderId)
  const forged = { ...receipt, provider_signature: '0'.repeat(64) }
  await meets('INVALID_SIGNATURE', 400, shop.verifyPayment(forged))
})

it('UNAUTHENTICATED, FORBIDDEN and CONFLICT of a customer', async () => {
  const customer = house.visit()
  const phone = newPhone()
  await meets('UNAUTHENTICATED', 401, customer.logIn({ phone, password: 'secret1' }))
  await customer.signUp({ name: 'Asha', phone, password: 'secret1' })
  await meets('FORBIDDEN', 403, customer.changePassword({ oldPassword: 'other', newPassword: 'secret2' }))
  expect(await customer.isLoggedIn()).toBe(true)
  const placed = await customer.checkout({ buyer: { name: 'Asha', phone }, items: [{ id: cup, qty: 1 }] })
  await customer.verifyPayment(await pay(customer, placed.providerOrderId))
  await meets('CONFLICT', 409, customer.deleteMe({ password: 'secret1' }))
})

it('STORE_NOT_FOUND and NOT_FOUND', async () => {
  await meets('STORE_NOT_FOUND', 404, house.visit({ store: 'nowhere' }).products())
  await meets('NOT_FOUND', 404, shop.product({ idOrSlug: 'coffee' }))
})

it('RATE_LIMITED says when to come back, and is not waited for when that is long', async () => {
  const begun = performance.now()
  await errorOf(shop.unlock({ password: 'x' }))
  const error = await meets('RATE_LIMITED', 429, shop.unlock({ password: 'x' }))
  expect(error.retryAfter).toBeGreaterThan(50)
  expect(performance.now() - begun).toBeLessThan(10_000)
})

it('QUOTA_EXCEEDED', async () => {
  const store = await another({ chat: { enabled: true } })
  const day = new Date(new Date().toISOString().slice(0, 10))
  // Yesterday's and tomorrow's too, as the day is that of the store's time zone.
  for (const shift of [-1, 0, 1]) {
    const data = { storeId: store.id, day: new Date(day.getTime() + shift * 86_400_000), messages: 200 }
    await house.shop.database.prisma.chatDay.create({ data })
  }
  await meets('QUOTA_EXCEEDED', 429, house.visit({ store: store.subdomain }).chat({ message: 'Do you have tea?' }))
})

it('PAYMENTS_NOT_CONFIGURED and UPSTREAM_FAILED, of which only the second is tried again', async () => {
  const unpaid = await another({ payments: null })
  const order = async (subdomain: string) => {
    const visitor = house.visit({ store: subdomain, retries: 1 })
    const { product } = await visitor.product({ idOrSlug: 'cup' })
    return visitor.checkout({ buyer, items: [{ id: product.id, qty: 1 }] })
  }
  await meets('PAYMENTS_NOT_CONFIGURED', 503, order(unpaid.subdomain))
  const paid = await another({ payments: razorpay })
  provider.mode = 'serverError'
  await meets('UPSTREAM_FAILED', 502, order(paid.subdomain))
  expect(await house.shop.database.prisma.order.count({ where: { storeId: paid.id } })).toBeGreaterThan(0)
  provider.mode = 'ok'
  expect(await order(paid.subdomain)).toMatchObject({ keyId: razorpay.keyId })
})

it('INTERNAL_SERVER_ERROR', async () => {
  const { prisma } = house.shop.database
  await prisma.$executeRawUnsafe('ALTER TABLE subscribers RENAME TO elsewhere')
  await meets('INTERNAL_SERVER_ERROR', 500, shop.subscribe({ email: 'asha@example.com' }))
  await prisma.$executeRawUnsafe('ALTER TABLE elsewhere RENAME TO subscribers')
})

it('UNAVAILABLE, NO_ANSWER and UNEXPECTED_ANSWER', async () => {
  const script = await startScript()
  const visitor = createStorefront({ baseUrl: script.url, store: 'demo', retries: 0, timeout: 2_000 })
  script.answers('busy', 'cut', 'hang', 'html', 'html-502')
  await meets('UNAVAILABLE', 503, visitor.products())
  for (let call = 0; call < 2; call += 1) {
    const error = await errorOf(visitor.products())
    expect(error).toMatchObject({ code: 'NO_ANSWER', status: 0 })
    expect(error.message).toMatch(/^products got no answer from http:\/\/127\.0\.0\.1:\d+: (UND_ERR_SOCKET|.*timeout)/)
    expect(error.cause).toBeDefined()
  }
  expect(await errorOf(visitor.products())).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 0 })
  expect(await errorOf(visitor.products())).toMatchObject({ code: 'UNEXPECTED_ANSWER', status: 502 })
  await script.close()
})

it('says where it has asked when nothing is there', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`
  const { message } = await errorOf(createStorefront({ baseUrl, store: 'demo', retries: 0 }).products())
  expect(message).toBe(`products got no answer from ${baseUrl}: ECONNREFUSED`)
  const wrong = createStorefront({ baseUrl: `${house.baseUrl}/api`, store: 'demo' })
  expect(await errorOf(wrong.products())).toMatchObject({
    code: 'NOT_FOUND',
    message: `Not found: ${house.baseUrl}/api/api/sites/demo/products`,
  })
})

it('has met every code of the gateway', () => expect([...met].sort()).toEqual(Object.keys(errorCodes).sort()))
