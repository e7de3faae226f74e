import { checkScope, KeyScope } from '../../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../../api/context.ts'
import type { Store } from '../../../generated/prisma/client.ts'
import { parseInput } from '../../../platform/input/parse-input.ts'
import { homeCountry } from '../../../shared/countries.ts'
import { getCustomer } from '../../customers/list-customers.ts'
import { readTerms, type StoreTerms } from '../../delivery/store-terms.ts'
import type { Destination } from '../../delivery/zones.ts'
import { customerHolder, discountBuyer, type Holders } from '../../orders/holds/holders.ts'
import { readCart } from '../cart-facts.sql.ts'
import { quoteInput } from '../cart-input.ts'
import type { CartLine } from '../cart-lines.ts'
import { wishOf } from '../delivery/wish.ts'
import type { Notice } from '../notice.ts'
import { type Cart, type PricedCart, priceWhatIsSold } from '../price-cart.ts'
import { type MethodTrial, tryDeliveryMethods, tryPaymentMethods } from './try-methods.ts'

export interface QuoteTrial {
  store: Store
  lines: CartLine[]
  quote: PricedCart['quote']
  notices: Notice[]
  zone: string | null
  deliveryMethods: MethodTrial[]
  paymentMethods: MethodTrial[]
}

interface TrialInput {
  items: readonly unknown[]
  discountCode?: string | null | undefined
  loyaltyPoints?: number | null | undefined
  /** A destination, and the code of a delivery method. */
  delivery?: object
  paymentMethod?: string | null | undefined
  customerId?: string | null | undefined
  /** Takes the discount as if it were active now. */
  asIfActive?: boolean | null | undefined
}

/** What unpaid orders hold counts as taken. */
const nobody: Holders = { stored: [], limited: [], sure: [], asGuest: [] }

/**
 * Prices a cart as a shopper's quote does, for a customer or a guest whose phone nobody knows. Nothing is stored, held
 * or counted; a cart of which nothing can be bought costs nothing.
 * @throws Problem BAD_USER_INPUT, NOT_FOUND; FORBIDDEN for a customer whom the key must not see
 */
export async function tryQuote(
  context: OwnerContext,
  { customerId, asIfActive, ...input }: TrialInput,
): Promise<QuoteTrial> {
  const { services, store, caller } = context
  if (customerId != null) checkScope(caller, [KeyScope.CUSTOMERS, KeyScope.READ])
  const { items, discountCode, loyaltyPoints, ...asked } = parseInput(quoteInput, input)
  const customer = customerId == null ? null : await getCustomer(context, customerId)
  const terms = await readTerms(services.db.sql, store.id)
  const wish = await wishOf(context, null, asked)
  const buyer = customer && discountBuyer(customer.id, customer.phone)
  const cart: Cart = { items, discountCode, loyaltyPoints, customer, buyer, wish }
  const now = services.clock()
  const own = customer && [customerHolder(customer.id)]
  const holders = own ? { ...nobody, limited: own, sure: own } : nobody
  const { discount, ...facts } = await readCart(services, services.db.sql, store, cart, {
    holders,
    now,
    account: false,
  })
  const tried = asIfActive && discount ? { ...discount, active: true, startsAt: null, endsAt: null } : discount
  const priced = priceWhatIsSold(
    store,
    cart,
    { ...facts, discount: tried },
    { now, limits: services.holdLimits, terms },
  )
  const place = placeOf(store, terms, wish.destination)
  const order = { priced, terms, store, place, isSignedIn: customer !== null }
  return {
    store,
    lines: priced.lines,
    quote: priced.quote,
    notices: priced.notices,
    zone: priced.fulfilled.zone,
    deliveryMethods: tryDeliveryMethods(order),
    paymentMethods: tryPaymentMethods(order, wish.destination),
  }
}

/** As findZone takes a buyer who names none. */
const placeOf = (store: Store, { zones }: StoreTerms, destination: Destination | null) =>
  destination ?? { country: zones.length > 0 ? homeCountry(store) : null, region: null, postalCode: null }
