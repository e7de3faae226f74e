import fc from 'fast-check'
import { expect } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { findProviderAccount } from '../../src/commerce/payments/provider-account.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { buy, buyer, dataOf, productIdOf } from '../support/buying.ts'
import { firstEvent, isForEvents } from '../support/call.ts'
import { cases } from '../support/chance.ts'
import { clientOf } from '../support/client.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'
import { Faults } from './faults.ts'
import type { Request } from './requests.ts'
import type { Known } from './shape.ts'

/** Requests to each operation in a run. A failure names its seed: `FUZZ_SEED=<it>` sends the same ones again. */
const REQUESTS = cases(50, 2_000)
/** For machines that are busy with other things; a run takes a few seconds. */
export const FUZZ_TIMEOUT_MS = 600_000

export interface Answer {
  statusCode: number
  headers: Record<string, unknown>
  payload: string
}

export interface FuzzedShop {
  shop: Shop
  store: Store
  known: Known
  webhookSecret: string
  ownerKey: string
  customerToken: string
  /** Sends the first ones, then so many requests as a run has, and looks at each answer. */
  fuzz(
    requests: fc.Arbitrary<Request>,
    check: (answer: Answer, request: Request) => void,
    first?: readonly Request[],
  ): Promise<void>
  /** That a shop which has seen all this still sells. */
  sells(): Promise<void>
  close(): Promise<void>
}

/** A shop with something of everything that an operation may ask for. */
export async function openFuzzedShop(): Promise<FuzzedShop> {
  const faults = new Faults()
  const logger = createLogger('error', faults)
  const shop = await openShop({
    limitsOff: true,
    // Else only the first five of the malformed checkouts would come as far as to an order.
    holdLimits: generousHolds,
    logger,
    chatMessagesPerDay: 1_000_000,
    maxLeads: 1_000_000,
  })
  const bundle = {
    store: {
      payments: { provider: 'sandbox' },
      access: { password: 'open-sesame' },
      chat: { enabled: true, context: 'Open 9 to 6.' },
      tax: { rate: 18, inclusive: false },
      shipping: { fee: 50, freeFrom: 999 },
      loyalty: { enabled: true, earnRate: 0.1, redeemRate: 0.5 },
    },
    products: [
      { slug: 'assam', name: 'Assam', price: 499, salePrice: 399.5, category: 'Black tea' },
      { slug: 'cup', name: 'Cup', price: 250, variants: [{ options: { size: 'small' } }] },
    ],
    discounts: [{ code: 'WELCOME10', type: 'percent', value: 10 }],
  }
  const store = await shop.addStore(bundle)
  const apart = await shop.addStore(bundle)
  const client = clientOf(shop, store.subdomain, 'REST')
  const productId = await productIdOf(shop, store, 'assam')
  const account = { name: 'Asha', phone: '9876543210', password: 'secret-1' }
  const { token, customer } = await dataOf(client.signUp(account))
  const cart = { items: [{ id: productId, qty: 1 }] }
  const paid = await buy(shop, client, cart, { token })
  const pending = await dataOf(client.checkout({ ...cart, buyer }, { token }))
  const { prisma } = shop.database
  const webhookSecret = 'whsec-for-fuzzing-only'
  await prisma.paymentAccount.update({
    where: { storeId: store.id },
    data: { sealedWebhookSecret: shop.services.seal.seal(store.id, webhookSecret) },
  })
  const { key: ownerKey } = await createOwnerKey(shop.services, store.id, 'fuzz')
  const ids = [productId, await productIdOf(shop, store, 'cup')]
  const orders = [pending.providerOrderId, paid.providerOrderId]
  const payments = ['pay_1']
  const signatures = ['0'.repeat(64)]
  const { keySecret } = (await findProviderAccount(shop.services, store.id)) ?? {}
  expect(keySecret).toBeDefined()

  return {
    shop,
    store,
    webhookSecret,
    ownerKey,
    customerToken: token,
    known: {
      subdomain: [store.subdomain],
      productId: ids,
      id: ids,
      slug: ['assam', 'cup'],
      category: ['Black tea', 'black TEA'],
      phone: ['9876543210', '+91 (98765) 43211', '1'],
      password: ['secret-1', 'open-sesame'],
      email: ['asha@example.com'],
      orderNo: [paid.orderNo, pending.orderNo],
      providerOrderId: orders,
      provider_order_id: orders,
      order_id: orders,
      providerPaymentId: payments,
      provider_payment_id: payments,
      providerSignature: signatures,
      provider_signature: signatures,
      discountCode: ['welcome10', 'NONE'],
      refCode: [customer.referral_code],
      loyaltyPoints: [1, 10],
      qty: [1, 2, 99],
      first: [1, 20],
      after: [''],
      name: ['Ravi', 'size'],
      value: ['small'],
      event: ['payment.captured', 'order.paid', 'refund.created'],
      status: ['captured'],
    },

    async fuzz(requests, check, first = []) {
      let sent = 0
      let late: unknown[] = []
      const property = fc.asyncProperty(requests, async (request) => {
        sent += 1
        shop.statements()
        const answer = await answerTo(shop, request)
        const logged = faults.takeOf(request, answer)
        if (logged.length > 0) throw new Error(`The log has an error: ${logged}`)
        check(answer, request)
      })
      try {
        await fc.assert(property, {
          numRuns: first.length + REQUESTS,
          examples: first.map((request): [Request] => [request]),
          interruptAfterTimeLimit: FUZZ_TIMEOUT_MS,
        })
      } finally {
        late = faults.takeLate()
      }
      expect(late).toEqual([])
      expect(sent).toBeGreaterThanOrEqual(first.length + REQUESTS)
    },

    async sells() {
      const shopper = clientOf(shop, apart.subdomain, 'REST')
      expect((await dataOf(shopper.products())).products).toHaveLength(2)
      const cart = { items: [{ id: await productIdOf(shop, apart, 'assam'), qty: 2 }] }
      const { breakdown, orderNo } = await buy(shop, shopper, cart)
      expect(breakdown).toMatchObject({ subtotal: 799, shipping: 50, tax: 143.82, total: 992.82 })
      const { order } = await dataOf(shopper.trackOrder({ orderNo, phone: buyer.phone }))
      expect(order).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
      expect(faults.takeLate()).toEqual([])
    },

    close: () => shop.close(),
  }
}

async function answerTo(shop: Shop, request: Request): Promise<Answer> {
  if (!isForEvents(request)) return shop.app.inject(request)
  const { status, headers, text } = await firstEvent(shop, request)
  return { statusCode: status, headers, payload: text }
}

/** What no answer may tell: where the code stands, what it asks of the database, how a runtime words its errors. */
const inside =
  /node_modules|\bat (async )?[\w.<>]+ \(|file:\/\/|\/src\/|\.ts:\d|prisma|pglite|postgres|\bSELECT\b.*\bFROM\b|INSERT INTO|relation "|violates|invalid input syntax|byte sequence|Cannot (read|set|convert)|is not (a function|iterable)|Unexpected token|JSON at position|Maximum call stack/i

/** The answer's JSON; fails for anything else, and for what tells of the inside. Vitest's own `expect` costs as much as a request. */
export function jsonOf({ statusCode, headers, payload }: Answer): any {
  if (statusCode >= 500) throw new Error(`Answered ${statusCode}: ${payload}`)
  const type = String(headers['content-type'])
  if (!/^(application\/(graphql-response\+)?json|text\/event-stream)/.test(type))
    throw new Error(`Answered ${statusCode} with ${type}`)
  if (inside.test(payload)) throw new Error(`The answer tells of the inside: ${payload}`)
  return JSON.parse(payload)
}

export function expectError(answer: Answer): void {
  const body = jsonOf(answer)
  const isError = Object.keys(body).join() === 'error' && typeof body.error === 'string' && body.error !== ''
  if (!isError) throw new Error(`Answered ${answer.statusCode} with ${answer.payload}`)
}
