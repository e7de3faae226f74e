import type { Context } from '../../api/context.ts'
import type { CustomerAddress, Order } from '../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../platform/database/errors/key-violation.ts'
import { parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { contentKey } from '../carts/cart-line.ts'
import { cartNotFound, type StoredCart } from '../carts/stored-cart.ts'
import { getCart } from '../carts/use-cart.ts'
import { findAddress } from '../customers/addresses/addresses.ts'
import type { Viewer } from '../customers/customers.sql.ts'
import { isFreeOrder } from '../orders/order-number.ts'
import { failOrder } from '../orders/settle/fail-order.ts'
import { rememberFound } from '../orders/shown/track-guesses.ts'
import type { ProviderAccount } from '../payments/provider.ts'
import { findProviderAccount } from '../payments/provider-account.ts'
import { findAccountsOf } from '../payments/retired-account.ts'
import type { Buyer } from './cart-input.ts'
import { checkoutInput } from './cart-input.ts'
import { addressedBuyer } from './delivery/addressed-buyer.ts'
import { wishOfCheckout } from './delivery/wish.ts'
import { type Claim, claimKey, type Placed, storeAnswer, storeFailure } from './idempotency.ts'
import { notConfigured } from './lock-and-price.ts'
import { placeOrder } from './place-order.ts'

export interface Checkout {
  order: Order
  /** A free order has one from `freeOrderId`. */
  providerOrderId: string
  keyId: string
}

/**
 * Makes a pending order. One transaction decides and reserves; the provider is called after it, with none open.
 * @throws Problem BAD_USER_INPUT, FORBIDDEN in a preview, NOT_FOUND, STORE_NOT_FOUND, PAYMENTS_NOT_CONFIGURED, CONFLICT, UPSTREAM_FAILED,
 * UNAVAILABLE
 */
export async function checkout(context: Context, input: unknown): Promise<Checkout> {
  if (await context.preview())
    throw new Problem('FORBIDDEN', 'This is a preview: nothing can be ordered in it.', { reason: 'PREVIEW' })
  const request = await parseRequest(context, input)
  const key = context.idempotencyKey
  const cart = request.cartId === undefined ? null : await findCart(context, request.cartId)
  if (key === null) return placeAndOffer(context, request, { cart, claim: null })

  const claim = await claimKey(context, key, request, cart && contentKey(cart))
  // A repetition gets its answer even if the store no longer takes payments.
  if ('placed' in claim) return getPlaced(context, claim.placed)
  try {
    const done = (await resume(context, claim)) ?? (await placeAndOffer(context, request, { cart, claim }))
    await storeAnswer(context, claim, { orderId: done.order.id, keyId: done.keyId })
    return done
  } catch (error) {
    await storeFailure(context, claim, error).catch((err: unknown) =>
      context.log.error({ err }, 'An Idempotency-Key could not be released and stays in use for a minute'),
    )
    throw error
  }
}

/** Invalid input uses up the idempotency key, too. @throws Problem BAD_USER_INPUT, CONFLICT */
async function parseRequest(context: Context, input: unknown): Promise<Request> {
  try {
    const request = parseInput(checkoutInput, input)
    if (request.cartId !== undefined && request.items !== undefined && request.items.length > 0) throw bothGiven()
    return request
  } catch (error) {
    if (error instanceof Problem) await storeRefusal(context, input, error)
    throw error
  }
}

/** For a refusal before parsing. @throws Problem BAD_USER_INPUT; CONFLICT when the key belongs to another request */
export async function storeRefusal(context: Context, body: unknown, refusal: Problem): Promise<void> {
  if (context.idempotencyKey === null) return
  const claim = await claimKey(context, context.idempotencyKey, { refused: body })
  if (!('placed' in claim)) await storeFailure(context, claim, refusal)
}

const bothGiven = () => new Problem('BAD_USER_INPUT', 'Give either items or cartId.', { field: 'cartId' })

async function getAccount({ services, store }: Context): Promise<ProviderAccount> {
  const account = await findProviderAccount(services, store.id)
  if (!account) throw notConfigured()
  return account
}

type Request = ReturnType<typeof parseInput<typeof checkoutInput.schema>>

async function findCart(context: Context, cartId: string): Promise<StoredCart | null> {
  try {
    return await getCart(context, cartId)
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return null
    throw error
  }
}

interface Asked {
  cart: StoredCart | null
  claim: Claim | null
}

async function placeAndOffer(context: Context, request: Request, { cart: stored, claim }: Asked): Promise<Checkout> {
  const goods = goodsOf(request, stored)
  const customer = await context.viewer()
  const address = await chosenAddress(context, request, customer)
  const { delivery, paymentMethod, expectedTotal } = request
  const isInParts = address === null && request.buyer.city !== undefined
  const wish = await wishOfCheckout(context, { delivery, paymentMethod, address, cart: stored, isInParts })
  const { destination } = wish
  const buyer = addressedBuyer(request.buyer, { saved: address, destination }, context.store)
  const { order, account } = await placeOrder(context, {
    cart: { ...goods, customer, wish },
    buyer,
    stored,
    claim,
    expectedTotal,
    askedId: request.cartId?.toLowerCase() ?? null,
  })
  await rememberFound(context, order.orderNo)
  return offer(context, account, order)
}

/** The request's items, or the cart's with its code and points. @throws Problem BAD_USER_INPUT, NOT_FOUND */
function goodsOf({ items = [], cartId, discountCode, loyaltyPoints }: Request, cart: StoredCart | null) {
  if (cartId === undefined) return { items, discountCode, loyaltyPoints }
  if (!cart) throw cartNotFound()
  if (cart.lines.length === 0) throw new Problem('BAD_USER_INPUT', 'Cart is empty', { field: 'cartId' })
  return {
    items: cart.lines,
    discountCode: discountCode ?? cart.discountCode ?? undefined,
    loyaltyPoints: loyaltyPoints ?? cart.loyaltyPoints ?? undefined,
  }
}

/**
 * Creates the order at the payment provider, unless it has an id already. If that fails, marks the order as failed and
 * releases what it holds.
 */
async function offer(context: Context, account: ProviderAccount | null, order: Order): Promise<Checkout> {
  const { storeId, id, total: amount, currency, orderNo, holdExpiresAt: checkPaymentAt } = order
  if (order.providerOrderId !== null || !account) return offered(account, order)
  const { services, log } = context
  try {
    const { id: providerOrderId } = await services.payments.createOrder(account, { amount, currency, orderNo })
    const data = { provider: account.provider, providerOrderId, checkPaymentAt }
    const where = { storeId, id, providerOrderId: null }
    const { count } = await services.db.prisma.order.updateMany({ where, data })
    // A parallel request with the same key was faster; its buyer may be paying already.
    return offered(account, count === 0 ? await getOrder(context, id) : { ...order, ...data })
  } catch (error) {
    const detail = 'The payment provider did not take the order.'
    await failOrder(services, order, { actor: 'provider', detail, now: services.clock() }).catch((err: unknown) =>
      log.error({ err, orderNo }, 'An order that cannot be paid keeps its stock holds until they expire'),
    )
    if (!isUniqueViolation(error, 'provider_order_id')) throw error
    throw new Problem('UPSTREAM_FAILED', 'Payment provider unavailable', {
      reason: 'PROVIDER_UNAVAILABLE',
      cause: error,
    })
  }
}

/** Continues the order of an attempt that crashed; null when there is none. */
async function resume(context: Context, { orderId }: Claim): Promise<Checkout | null> {
  if (!orderId) return null
  const order = await getOrder(context, orderId)
  if (order.providerOrderId) return getPlaced(context, { orderId, keyId: undefined })
  if (order.status !== 'PENDING') return null
  const { services } = context
  const now = services.clock()
  if (order.holdExpiresAt > now) return offer(context, await getAccount(context), order)
  // The order's hold has expired, so others may have bought its items. It never reached the provider, so nobody can
  // have paid for it.
  await failOrder(services, order, { actor: 'buyer', detail: 'It was never offered for payment.', now })
  return null
}

async function getPlaced(context: Context, placed: Placed): Promise<Checkout> {
  const order = await getOrder(context, placed.orderId)
  if (placed.keyId !== undefined) return offered({ keyId: placed.keyId }, order)
  if (order.paymentMethod !== null) return offered(null, order)
  // A free order may have been placed with a payment method in a store without an account.
  if (isFreeOrder(order)) return offered(await findProviderAccount(context.services, order.storeId), order)
  // An attempt that crashed before it answered has stored no public key.
  const [account = await getAccount(context)] = await findAccountsOf(context.services, order.storeId, order)
  return offered(account, order)
}

/** An order that is paid without the provider has no key. */
const offered = (account: Pick<ProviderAccount, 'keyId'> | null, order: Order): Checkout => ({
  order,
  providerOrderId: order.providerOrderId ?? '',
  keyId: order.paymentMethod === null ? (account?.keyId ?? '') : '',
})

const getOrder = ({ services, store }: Context, id: string): Promise<Order> =>
  services.db.prisma.order.findFirstOrThrow({ where: { storeId: store.id, id } })

/** The chosen address as it is now, if any. @throws Problem BAD_USER_INPUT for an unknown address, or two */
async function chosenAddress(
  context: Context,
  { buyer, addressId }: { buyer: Buyer; addressId?: string | undefined },
  customer: Viewer | null,
): Promise<CustomerAddress | null> {
  if (addressId === undefined) return null
  if (buyer.address !== undefined)
    throw new Problem('BAD_USER_INPUT', 'Send addressId or buyer.address, not both', { field: 'addressId' })
  const address = customer && (await findAddress(context, customer, addressId))
  if (!address) throw new Problem('BAD_USER_INPUT', 'Address not found', { field: 'addressId' })
  return address
}
