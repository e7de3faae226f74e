import { randomUUID } from 'node:crypto'
import { count } from '../../api/admission/admission.ts'
import type { Context } from '../../api/context.ts'
import { parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { Viewer } from '../customers/customers.sql.ts'
import { addressedDestination } from '../delivery/addressed-destination.ts'
import { type DeliveryWish, destinationOf } from '../delivery/destination.ts'
import { cartChangeInput, newCartInput } from './cart-input.ts'
import { changedLines, type KnownVariants, type LineChanges, withOptions } from './cart-line.ts'
import { lockStoredCart, type Put, readGoods } from './carts.sql.ts'
import { cartNotFound, inCartTransaction, isOpenTo, type StoredCart, storedLines, storedWish } from './stored-cart.ts'
import { touchAsked } from './use-cart.ts'

/** With a token, the cart belongs to the customer. @throws Problem BAD_USER_INPUT, RATE_LIMITED */
export async function createCart(context: Context, input: unknown): Promise<StoredCart> {
  const { items = [], discountCode, paymentMethod, ...wish } = parseInput(newCartInput, input)
  await countCode(context, discountCode)
  const { services, store } = context
  const customer = await context.viewer()
  const { goods, variants } = await readGoods(services.db.sql, store.id, putBy({ items }))
  const now = services.clock()
  const cart: StoredCart = {
    id: randomUUID(),
    customerId: customer?.id ?? null,
    mergedIntoId: null,
    lines: changedLines([], { items: withOptions(items, variants) }, goods),
    discountCode: discountCode ?? null,
    loyaltyPoints: null,
    delivery: (await wishOf(context, customer, wish)) ?? null,
    paymentMethod: paymentMethod ?? null,
    updatedAt: now,
    touchedAt: now,
  }
  await services.db.prisma.cart.create({
    data: {
      ...cart,
      storeId: store.id,
      lines: storedLines(cart.lines),
      delivery: storedWish(cart.delivery),
      createdAt: now,
    },
  })
  return cart
}

/** Concurrent changes all apply. @throws Problem BAD_USER_INPUT, NOT_FOUND, RATE_LIMITED, UNAVAILABLE */
export async function changeCart(context: Context, id: string, input: unknown): Promise<StoredCart> {
  const { discountCode, loyaltyPoints, delivery, addressId, paymentMethod, ...lines } = parseInput(
    cartChangeInput,
    input,
  )
  if (lines.items && (lines.add ?? lines.set ?? lines.remove)) throw bothKinds()
  await countCode(context, discountCode)
  const { services, store } = context
  const customer = await context.viewer()
  const wish = await wishOf(context, customer, { delivery, addressId })
  if (!isUuid(id)) throw cartNotFound()
  return inCartTransaction(services, async (tx) => {
    const found = await lockStoredCart(tx, store.id, id, putBy(lines))
    const now = services.clock()
    if (!found || !isOpenTo(found, customer, now)) throw cartNotFound()
    const { goods, variants, ...cart } = found
    const changed: StoredCart = {
      ...cart,
      customerId: cart.customerId ?? customer?.id ?? null,
      lines: changedLines(cart.lines, resolved(lines, variants), goods),
      discountCode: discountCode === undefined ? cart.discountCode : discountCode || null,
      loyaltyPoints: loyaltyPoints === undefined ? cart.loyaltyPoints : loyaltyPoints || null,
      delivery: wish === undefined ? cart.delivery : wish,
      paymentMethod: paymentMethod === undefined ? cart.paymentMethod : paymentMethod,
      updatedAt: now,
      touchedAt: now,
    }
    await tx.cart.updateMany({
      where: { storeId: store.id, id: cart.id },
      data: {
        customerId: changed.customerId,
        lines: storedLines(changed.lines),
        discountCode: changed.discountCode,
        loyaltyPoints: changed.loyaltyPoints,
        delivery: storedWish(changed.delivery),
        paymentMethod: changed.paymentMethod,
        updatedAt: now,
        touchedAt: now,
      },
    })
    await touchAsked(tx, store.id, { id, cart, now })
    return changed
  })
}

interface GivenWish {
  delivery?: DeliveryWish | null | undefined
  addressId?: string | undefined
}

/**
 * What a cart stores of where it goes: of an address of the customer's its country, region and postal code. What
 * `delivery` names of a destination comes before the address. Undefined when nothing was given.
 * @throws Problem BAD_USER_INPUT
 */
async function wishOf(
  context: Context,
  customer: Viewer | null,
  { delivery, addressId }: GivenWish,
): Promise<DeliveryWish | null | undefined> {
  const place = addressId === undefined ? null : await addressedDestination(context, customer, addressId)
  const named = delivery ? destinationOf(delivery, context.store) : null
  if (named || !place) return delivery
  const { country, region, postalCode } = place
  return { method: delivery?.method, country, region: region ?? undefined, postalCode: postalCode ?? undefined }
}

/** A code may be a guess, as in a quote. */
async function countCode(context: Context, code: string | null | undefined): Promise<void> {
  if (code) await count(context, 'quoteCode')
}

function putBy({ items = [], add = [], set = [], remove = [] }: LineChanges): Put {
  const put = [...items, ...add, ...set]
  return {
    ids: [...new Set(put.map(({ id }) => id))],
    variantIds: [...new Set([...put, ...remove].flatMap(({ variantId }) => (variantId ? [variantId] : [])))].filter(
      isUuid,
    ),
  }
}

const resolved = ({ items, add, set, remove }: LineChanges, variants: KnownVariants): LineChanges => ({
  items: withOptions(items, variants),
  add: withOptions(add, variants),
  set: withOptions(set, variants),
  remove: withOptions(remove, variants),
})

const bothKinds = () => new Problem('BAD_USER_INPUT', 'Give either items, or add, set and remove.')
