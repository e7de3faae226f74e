import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPayments } from '../../src/commerce/payments/payments.ts'
import type { Payments, ProviderAccount } from '../../src/commerce/payments/provider.ts'
import { Problem } from '../../src/platform/problem.ts'
import { type FakeMode, type FakeProvider, startFakeProvider } from '../support/fake-provider.ts'
import { captureLog } from './captured-log.ts'

const account: ProviderAccount = {
  storeId: '01890000-0000-7000-8000-000000000001',
  provider: 'RAZORPAY',
  keyId: 'rzp_test_key',
  keySecret: 'a-key-secret-that-nobody-may-see',
  webhookSecret: 'a-webhook-secret-that-nobody-may-see',
}
const order = { amount: 49_900n, currency: 'INR', orderNo: 'ORD-0123456789' }
const TIMEOUT_MS = 1_000
const SLOW_MACHINE_MS = 30_000

const noSandbox: Payments = {
  ownOrderId: () => {
    throw new Error('The sandbox was asked')
  },
  createOrder: () => Promise.reject(new Error('The sandbox was asked')),
  paymentsOf: () => Promise.reject(new Error('The sandbox was asked')),
  refund: () => Promise.reject(new Error('The sandbox was asked')),
  refundsOf: () => Promise.reject(new Error('The sandbox was asked')),
}

let provider: FakeProvider

beforeEach(async () => {
  provider = await startFakeProvider(account)
})
afterEach(() => provider.close())

function paymentsAt(baseUrl: string, { timeoutMs = TIMEOUT_MS, log = captureLog().log } = {}) {
  return createPayments({ baseUrl, timeoutMs, sandbox: noSandbox, log })
}

/** What was thrown, which must have come in time. */
async function failureOf(work: Promise<unknown>, withinMs = TIMEOUT_MS + SLOW_MACHINE_MS): Promise<unknown> {
  const started = performance.now()
  const error = await work.then(
    () => expect.unreachable('It should have failed'),
    (thrown: unknown) => thrown,
  )
  expect(performance.now() - started).toBeLessThan(withinMs)
  return error
}

const unavailable = expect.objectContaining({ code: 'UPSTREAM_FAILED', message: 'Payment provider unavailable' })

describe('making an order with the provider', () => {
  it('gives the id under which the buyer pays', async () => {
    const { id } = await paymentsAt(provider.url).createOrder(account, order)
    // Without asking, the account's settings decide whether what is authorized is captured.
    const payment = {
      capture: 'automatic',
      capture_options: { automatic_expiry_period: 1440, manual_expiry_period: 7200, refund_speed: 'normal' },
    }
    expect(provider.orders).toEqual([{ id, amount: 49_900, currency: 'INR', receipt: 'ORD-0123456789', payment }])
  })

  const failures: FakeMode[] = [
    ...(['hang', 'slowBody', 'serverError', 'refuse', 'repeatSecrets', 'garbage', 'html', 'empty'] as const),
    ...(['otherShape', 'oddId', 'otherAmount', 'otherCurrency', 'closeUnanswered', 'closeMidBody'] as const),
    ...(['redirect', 'hugeBody'] as const),
  ]
  it.each(failures)('fails in time, and is never sent twice, when the provider does this: %s', async (mode) => {
    provider.mode = mode
    const { log, lines } = captureLog()
    const error = await failureOf(paymentsAt(provider.url, { log }).createOrder(account, order))

    expect(error).toEqual(unavailable)
    expect(error).toBeInstanceOf(Problem)
    expect(provider.orders).toHaveLength(1)
    expect(provider.requests).toHaveLength(1)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ orderNo: order.orderNo, storeId: account.storeId })
    expectNoSecret([...lines, ...messagesOf(error)])
  })

  it('fails when the keys are wrong, and says so in the log', async () => {
    const { log, lines } = captureLog()
    const wrong = { ...account, keySecret: 'wrong' }
    expect(await failureOf(paymentsAt(provider.url, { log }).createOrder(wrong, order))).toEqual(unavailable)
    expect(lines.join()).toContain('The payment provider answered 401: Authentication failed')
    expect(provider.orders).toEqual([])
  })

  it('reads no more of an endless answer than it needs to know that it is none', async () => {
    provider.mode = 'hugeBody'
    const { log, lines } = captureLog()
    await failureOf(paymentsAt(provider.url, { log, timeoutMs: 60_000 }).createOrder(account, order))
    expect(lines.join()).toContain('The payment provider answered 200 and no end')
  })

  it('fails when a host name leads nowhere', async () => {
    const payments = paymentsAt('http://payments.invalid', { timeoutMs: 3_000 })
    expect(await failureOf(payments.createOrder(account, order))).toEqual(unavailable)
  })

  it('fails after a second try when nothing listens', async () => {
    await provider.close()
    const { log, lines } = captureLog()
    expect(await failureOf(paymentsAt(provider.url, { log }).createOrder(account, order))).toEqual(unavailable)
    expect(lines).toHaveLength(2)
    provider = await startFakeProvider(account)
  })

  it('succeeds at the second try when the provider comes back', async () => {
    const port = Number(new URL(provider.url).port)
    await provider.close()
    // The first line of the log says that there will be a second try.
    let restart: Promise<FakeProvider> | undefined
    const { log } = captureLog(() => {
      restart ??= startFakeProvider({ ...account, port })
    })
    const { id } = await paymentsAt(provider.url, { log }).createOrder(account, order)
    provider = (await restart) ?? provider
    expect(provider.orders.map((made) => made.id)).toEqual([id])
  })

  it('leaves no connection busy that the next order would wait for', async () => {
    const payments = paymentsAt(provider.url)
    provider.next = ['hugeBody', 'closeMidBody', 'garbage', 'refuse']
    for (const _ of [...provider.next]) await failureOf(payments.createOrder(account, order))
    await expect(payments.createOrder(account, order)).resolves.toEqual({ id: expect.any(String) })
  })
})

describe('asking what was paid', () => {
  it('reports captured payments only', async () => {
    const payments = paymentsAt(provider.url)
    const { id } = await payments.createOrder(account, order)
    provider.pay(id, { status: 'failed' })
    provider.pay(id, { status: 'authorized' })
    const { id: providerPaymentId } = provider.pay(id)

    expect((await payments.paymentsOf(account, id)).captured).toEqual([
      { providerOrderId: id, providerPaymentId, amount: 49_900n, currency: 'INR' },
    ])
  })

  it('reports nothing of an order that nobody has paid', async () => {
    const payments = paymentsAt(provider.url)
    const { id } = await payments.createOrder(account, order)
    expect((await payments.paymentsOf(account, id)).captured).toEqual([])
  })

  it('is asked once more when the answer was lost', async () => {
    const payments = paymentsAt(provider.url)
    const { id } = await payments.createOrder(account, order)
    for (const mode of ['closeUnanswered', 'closeMidBody', 'serverError'] as const) {
      provider.next = [mode]
      expect((await payments.paymentsOf(account, id)).captured).toEqual([])
    }
    // A kept connection that closes unanswered is replaced by a fresh one before anything counts as lost.
    expect(provider.requests).toHaveLength(1 + 3 + 2 + 2)
  })

  it.each<FakeMode>(['hang', 'slowBody', 'serverError', 'refuse', 'html', 'otherShape', 'closeMidBody', 'hugeBody'])(
    'fails in time when the provider does this: %s',
    async (mode) => {
      const { log, lines } = captureLog()
      const payments = paymentsAt(provider.url, { log })
      const { id } = await payments.createOrder(account, order)
      provider.mode = mode
      expect(await failureOf(payments.paymentsOf(account, id))).toEqual(unavailable)
      expectNoSecret(lines)
    },
  )

  it('believes no payment of another order', async () => {
    const payments = paymentsAt(provider.url)
    const { id } = await payments.createOrder(account, order)
    provider.pay(id)
    provider.mode = 'otherOrder'
    expect(await failureOf(payments.paymentsOf(account, id))).toEqual(unavailable)
  })

  it('stays on the path of orders whatever the id is', async () => {
    expect(await failureOf(paymentsAt(provider.url).paymentsOf(account, '../../evil?x='))).toEqual(unavailable)
    expect(provider.requests).toEqual(['GET /v1/orders/..%2F..%2Fevil%3Fx%3D/payments'])
  })
})

it('refuses a base URL that holds a password, without repeating it', () => {
  expect(() => paymentsAt('http://user:hunter2@payments.example.com')).toThrow(
    /^(?!.*hunter2).*must not contain a user name or password/,
  )
})

/** Of an error and all its causes. */
function messagesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, error.stack ?? '', ...messagesOf(error.cause)] : []
}

function expectNoSecret(texts: string[]): void {
  const { keyId, keySecret, webhookSecret } = account
  const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  for (const secret of [keySecret, webhookSecret, credentials]) expect(texts.join('\n')).not.toContain(secret)
}
