import type { Context } from '../../../api/context.ts'
import { inputRules, optional, parseInput } from '../../../platform/input/parse-input.ts'
import { currencyExponent, roundingUnit, roundTo } from '../../../platform/money.ts'
import { Problem } from '../../../platform/problem.ts'
import { homeCountry } from '../../../shared/countries.ts'
import { dayOf } from '../../../shared/zoned-time.ts'
import { getCart } from '../../carts/use-cart.ts'
import { deliveryWish, destinationOf, findDestination } from '../../delivery/destination.ts'
import { type DeliveryMethod, type Destination, findZone, type MissingPart, type Zone } from '../../delivery/zones.ts'
import { askerOf, discountBuyer } from '../../orders/holds/holders.ts'
import { offeredThere } from '../../payments/methods/payment-offer.ts'
import { readCart } from '../cart-facts.sql.ts'
import { cartId, items } from '../cart-input.ts'
import { type Cart, priceWhatIsSold } from '../price-cart.ts'
import { lesser } from '../pricing/prorate.ts'
import { type DeliveryOption, NOT_DELIVERED, type PaymentOption, promised, withoutZone } from './fulfilment.ts'

/** What a store offers at a destination. */
export interface DeliveryOffer {
  serviceable: boolean
  /** Why not, for the shopper. */
  message: string | null
  /** What the destination has to say more; null when nothing would help. */
  needs: MissingPart | null
  methods: DeliveryOption[]
  paymentMethods: PaymentOption[]
  /** What of a destination the zones go by. */
  goesBy: MissingPart[]
}

const offerInput = inputRules({
  required: [],
  missing: '',
  fields: { to: optional(deliveryWish.omit({ method: true })), items: optional(items), cartId },
})

/**
 * Finds the delivery methods and payment methods for items, or for anything when none are given.
 * @throws Problem BAD_USER_INPUT, NOT_FOUND
 */
export async function findDeliveryOffer(context: Context, input: unknown): Promise<DeliveryOffer> {
  const asked = parseInput(offerInput, input)
  if (asked.items && asked.cartId !== undefined) {
    throw new Problem('BAD_USER_INPUT', 'Give either items or cartId.', { field: 'cartId' })
  }
  const stored = asked.cartId === undefined ? null : await getCart(context, asked.cartId)
  const { store } = context
  const destination = destinationOf(asked.to ?? {}, store) ?? findDestination(stored?.delivery ?? {}, store)
  const customer = await context.viewer()
  const cart: Cart = {
    items: stored?.lines ?? asked.items ?? [],
    discountCode: stored?.discountCode ?? undefined,
    loyaltyPoints: stored?.loyaltyPoints ?? undefined,
    customer,
    buyer: customer && discountBuyer(customer.id, customer.phone),
    wish: { destination, method: null, paymentMethod: null },
  }
  const offer = cart.items.length > 0 ? await offerForItems(context, cart, stored ? [stored.id] : []) : null
  return offer ?? offerForAnything(context, destination, customer !== null)
}

/** For everybody alike: anything, to no destination in particular. */
export const findUsualOffer = (context: Context): Promise<DeliveryOffer> => offerForAnything(context, null, false)

/** Null when none of the items can be bought. */
async function offerForItems(context: Context, cart: Cart, cartIds: string[]): Promise<DeliveryOffer | null> {
  const { services, store } = context
  const now = services.clock()
  const holders = askerOf({ customer: cart.customer, ip: context.ip, cartIds })
  const facts = await readCart(services, services.db.sql, store, cart, { holders, now, account: false })
  const terms = await context.terms()
  const { lines, fulfilled } = priceWhatIsSold(store, cart, facts, { now, limits: services.holdLimits, terms })
  if (lines.length === 0) return null
  const { deliveryOptions, paymentOptions, notices } = fulfilled
  const refusal = notices.find(({ code }) => code === 'DELIVERY_UNAVAILABLE')
  const serviceable = !refusal || deliveryOptions.length > 0
  return {
    serviceable,
    message: serviceable ? null : (refusal?.message ?? null),
    needs: serviceable ? null : (refusal?.needs ?? null),
    methods: deliveryOptions,
    paymentMethods: paymentOptions,
    goesBy: partsOf(terms.zones, homeCountry(store)),
  }
}

async function offerForAnything(
  context: Context,
  destination: Destination | null,
  isSignedIn: boolean,
): Promise<DeliveryOffer> {
  const { services, store } = context
  const terms = await context.terms()
  const found = terms.zones.length === 0 ? null : findZone(terms.zones, destination, homeCountry(store))
  const methods = found?.zone?.methods ?? []
  const unit = roundingUnit(currencyExponent(store.currency))
  const today = dayOf(services.clock(), store.timeZone)
  const serviceable = found === null || methods.length > 0
  return {
    serviceable,
    ...{ message: null, needs: null },
    ...(!serviceable && (found?.zone === null ? withoutZone(found) : { message: NOT_DELIVERED })),
    methods: methods.map((method) => promised(method, roundTo(unit, lowestFee(method)), today)),
    paymentMethods: offeredThere(terms.paymentMethods, {
      zone: found?.zone?.code ?? null,
      destination,
      isSignedIn,
    }).map((offer) => ({ offer, fee: roundTo(unit, offer.fee) })),
    goesBy: partsOf(terms.zones, homeCountry(store)),
  }
}

function partsOf(zones: readonly Zone[], home: string | null): MissingPart[] {
  const parts: Record<MissingPart, boolean> = {
    country: zones.some(({ countries }) => countries?.size !== 1 || home === null || !countries.has(home)),
    region: zones.some(({ regions }) => regions !== null),
    postalCode: zones.some(({ postalCodes, excludedCodes }) => postalCodes !== null || excludedCodes !== null),
  }
  // Object.keys types them as strings.
  return (Object.keys(parts) as MissingPart[]).filter((part) => parts[part])
}

/** Which tiers apply is known only with the items: fees by weight mostly rise, and those by price fall. */
const lowestFee = ({ tiers }: DeliveryMethod): bigint =>
  tiers.map(({ fee }) => fee).reduce((least, fee) => lesser(least, fee), tiers[0]?.fee ?? 0n)

/** Each line reads a product with its variants and held units, which costs about as much as listing a product. */
const LINE_COST = 10
const MAX_LINES = 100

/** @param args a cart in place of the items: how many lines it has is not known before */
export const deliverySelectionCost = (args: {
  items?: readonly unknown[] | null | undefined
  cartId?: string | null | undefined
}) => ({ field: 1 + LINE_COST * (args.cartId ? MAX_LINES : (args.items?.length ?? 0)) })
