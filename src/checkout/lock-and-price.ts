import type { Context } from '../gateway/context.ts'
import { Prisma, type Store } from '../generated/prisma/client.ts'
import type { ProviderAccount } from '../payments/provider.ts'
import { opened } from '../payments/provider-account.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { columnsOf } from '../platform/database/store-statement.ts'
import { busy, Problem } from '../platform/problem.ts'
import { readCart } from './cart-facts.ts'
import { isLocked, lockCart } from './lock-cart.ts'
import { type Cart, type PricedCart, priceCart } from './price-cart.ts'

interface LockedPrice {
  /** The store as it was when the cart was priced. */
  store: Store
  /** The store's payment account. */
  account: ProviderAccount
  priced: PricedCart
}

/** Each further one takes another change by the owner while the cart is locked. */
const ATTEMPTS = 5

/**
 * Prices a cart and keeps all that it counts on locked until the transaction ends. What to lock and the store's settings
 * were read before the locks were there: when the owner has changed them meanwhile, locks and prices once more.
 * @throws Problem STORE_NOT_FOUND, PAYMENTS_NOT_CONFIGURED; BAD_USER_INPUT when no item of the cart can be bought, or
 * the buyer has too many unpaid orders; UNAVAILABLE when the owner makes one change after the other
 */
export async function lockAndPrice(
  tx: SqlClient,
  { services, store: found }: Pick<Context, 'services' | 'store'>,
  cart: Cart,
  { holders, cartId, now }: { holders: readonly string[]; cartId: string | null; now: Date },
): Promise<LockedPrice> {
  const limits = services.holdLimits
  let store: Store = found
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    // Sent together, but read once all is locked.
    const [locked, facts] = await Promise.all([
      lockCart(tx, store, cart, { holders, cartId }),
      readCart(tx, store, cart, { holders, now, account: true }),
    ])
    if (facts.storeVersion !== store.version) {
      store = await getOpenStore(tx, store.id)
      continue
    }
    const account = facts.account && opened(services.seal, facts.account)
    if (!account) throw notConfigured()
    if (facts.holdings.orders >= limits.orders) throw tooManyOrders()
    const priced = priceCart(store, cart, facts, { now, limits })
    if (isLocked(locked, priced)) return { store, account, priced }
  }
  throw busy(new Error('The store has changed each time that the cart was locked'))
}

const storeColumns = Prisma.raw(columnsOf(Object.keys(Prisma.StoreScalarFieldEnum)))

async function getOpenStore(tx: SqlClient, id: string): Promise<Store> {
  const [store] = await tx.$queryRaw<Store[]>`SELECT ${storeColumns} FROM stores WHERE id = ${id}::uuid`
  if (!store?.active) throw new Problem('STORE_NOT_FOUND', 'Site not found')
  return store
}

const tooManyOrders = () =>
  new Problem('BAD_USER_INPUT', 'Too many unpaid orders. Please pay one, or wait a few minutes.')

export const notConfigured = (): Problem => new Problem('PAYMENTS_NOT_CONFIGURED', 'Payments not configured')
