import type { Context } from '../gateway/context.ts'
import type { Order } from '../generated/prisma/client.ts'
import { failOrder } from '../orders/fail-order.ts'
import { isFreeOrder } from '../orders/free-order.ts'
import type { ProviderAccount } from '../payments/provider.ts'
import { findProviderAccount } from '../payments/provider-account.ts'
import { findAccountsOf } from '../payments/retired-account.ts'
import { isUniqueViolation } from '../platform/database/unique-violation.ts'
import { parseOrTellFirst } from '../platform/input/first-mistake.ts'
import { Problem } from '../platform/problem.ts'
import { checkoutInput } from './cart-input.ts'
import { type Claim, claimKey, keepAnswer, keepFailure, type Placed } from './idempotency.ts'
import { placeOrder } from './place-order.ts'

/** An order that waits for the buyer's payment. */
export interface Checkout {
  order: Order
  /** What the provider calls the order; see `isFreeOrder` for one that costs nothing. */
  providerOrderId: string
  /** The provider's public key, for the buyer's page. */
  keyId: string
}

/**
 * Turns a cart into an order that waits to be paid. Its prices, stock, discount use and points are decided and reserved
 * in one transaction; the provider is asked after that, when no transaction is open.
 * @throws Problem BAD_USER_INPUT, PAYMENTS_NOT_CONFIGURED, CONFLICT, UPSTREAM_FAILED, UNAVAILABLE
 */
export async function checkout(context: Context, input: unknown): Promise<Checkout> {
  const request = await parseRequest(context, input)
  const key = context.idempotencyKey
  if (key === null) return placeAndOffer(context, await getAccount(context), request, null)

  const claim = await claimKey(context, key, request)
  // An answer is given again whether or not the store still takes payments.
  if ('placed' in claim) return getPlaced(context, claim.placed)
  try {
    const account = await getAccount(context)
    const done = (await resume(context, account, claim)) ?? (await placeAndOffer(context, account, request, claim))
    await keepAnswer(context, claim, { orderId: done.order.id, keyId: done.keyId })
    return done
  } catch (error) {
    await keepFailure(context, claim, error).catch((err: unknown) =>
      context.log.error({ err }, 'An Idempotency-Key stays taken for a minute'),
    )
    throw error
  }
}

/** A request that cannot be read uses its key up, too. @throws Problem BAD_USER_INPUT, CONFLICT */
async function parseRequest(context: Context, input: unknown): Promise<Request> {
  try {
    return parseOrTellFirst(checkoutInput, input)
  } catch (error) {
    if (error instanceof Problem) await keepRefusal(context, input, error)
    throw error
  }
}

/**
 * Has the key of a request, if it came with one, belong to a body that was refused before it made a request.
 * @throws Problem CONFLICT when the key belongs to another request; BAD_USER_INPUT when it is ill-formed
 */
export async function keepRefusal(context: Context, body: unknown, refusal: Problem): Promise<void> {
  if (context.idempotencyKey === null) return
  const claim = await claimKey(context, context.idempotencyKey, { refused: body })
  if (!('placed' in claim)) await keepFailure(context, claim, refusal)
}

async function getAccount({ services, store }: Context): Promise<ProviderAccount> {
  const account = await findProviderAccount(services, store.id)
  if (!account) throw new Problem('PAYMENTS_NOT_CONFIGURED', 'Payments not configured')
  return account
}

type Request = ReturnType<typeof parseOrTellFirst<typeof checkoutInput.schema>>

async function placeAndOffer(
  context: Context,
  account: ProviderAccount,
  request: Request,
  claim: Claim | null,
): Promise<Checkout> {
  const { items, discountCode, loyaltyPoints, buyer } = request
  const cart = { items, discountCode, loyaltyPoints, customer: await context.viewer() }
  const order = await placeOrder(context, { cart, buyer, provider: account.provider, claim })
  return offer(context, account, order)
}

/** Has the provider await the order's payment. When it cannot, the order has failed and holds nothing any more. */
async function offer(context: Context, account: ProviderAccount, order: Order): Promise<Checkout> {
  const { storeId, id, total: amount, currency, orderNo, holdExpiresAt: checkPaymentAt } = order
  if (isFreeOrder(order)) return offered(account, order)
  const { services, log } = context
  try {
    const { id: providerOrderId } = await services.payments.createOrder(account, { amount, currency, orderNo })
    const data = { provider: account.provider, providerOrderId, checkPaymentAt }
    const where = { storeId, id, providerOrderId: null }
    const { count } = await services.prisma.order.updateMany({ where, data })
    // Someone with the same key was faster: a buyer may be paying that one by now.
    return offered(account, count === 0 ? await getOrder(context, id) : { ...order, ...data })
  } catch (error) {
    const detail = 'The payment provider did not take the order.'
    await failOrder(services.prisma, order, { actor: 'provider', detail, now: services.clock() }).catch(
      (err: unknown) => log.error({ err, orderNo }, 'An order that cannot be paid holds stock until its hold runs out'),
    )
    if (!isUniqueViolation(error, 'provider_order_id')) throw error
    throw new Problem('UPSTREAM_FAILED', 'Payment provider unavailable', { cause: error })
  }
}

/** Goes on with the order of a try that died before it answered; null when there is none to go on with. */
async function resume(context: Context, account: ProviderAccount, { orderId }: Claim): Promise<Checkout | null> {
  if (!orderId) return null
  const order = await getOrder(context, orderId)
  if (order.providerOrderId) return getPlaced(context, { orderId, keyId: undefined })
  if (order.status !== 'PENDING') return null
  const { services } = context
  const now = services.clock()
  if (order.holdExpiresAt > now) return offer(context, account, order)
  // Others may have bought what it held, and nobody can have paid for it.
  await failOrder(services.prisma, order, { actor: 'buyer', detail: 'It was never offered for payment.', now })
  return null
}

/** What the same request was answered before, with the public key of that time. */
async function getPlaced(context: Context, placed: Placed): Promise<Checkout> {
  const order = await getOrder(context, placed.orderId)
  if (placed.keyId !== undefined) return offered({ keyId: placed.keyId }, order)
  // A try that died before it answered has left no key.
  const [account = await getAccount(context)] = await findAccountsOf(context.services, order.storeId, order)
  return offered(account, order)
}

const offered = ({ keyId }: Pick<ProviderAccount, 'keyId'>, order: Order): Checkout => ({
  order,
  providerOrderId: order.providerOrderId ?? '',
  keyId,
})

const getOrder = ({ services, store }: Context, id: string): Promise<Order> =>
  services.prisma.order.findUniqueOrThrow({ where: { storeId_id: { storeId: store.id, id } } })
