import type { Viewer } from '../customers/find-viewer.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { before, type Retention } from '../platform/database/retention.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { columnsOf, storeStatement } from '../platform/database/store-statement.ts'
import { Problem } from '../platform/problem.ts'
import { DAY_MS } from '../platform/time.ts'
import type { KnownVariants, Names, StoredLine } from './cart-line.ts'

/** A cart as it is stored. */
export interface StoredCart {
  id: string
  /** Null while no customer has used it. */
  customerId: string | null
  /** The cart that its lines were added to; null for a cart that has lines of its own. */
  mergedIntoId: string | null
  lines: StoredLine[]
  discountCode: string | null
  loyaltyPoints: number | null
  updatedAt: Date
  touchedAt: Date
}

/** A cart that was asked for by its own id, or by that of one that was merged into it. */
export interface FoundCart extends StoredCart {
  /** When the one that was asked for was last used. */
  askedTouchedAt: Date
}

/** A use is written down when the last one is this long ago, so that reading a cart is seldom a write. */
const TOUCHED_AGAIN_MS = 3_600_000
/** Carts that nobody has used for 30 days go. The last use may have been so much after `touched_at`. */
const KEPT_MS = 30 * DAY_MS + TOUCHED_AGAIN_MS

/** A cart that was touched after this is kept. */
export const keptSince = (now: Date): Date => before(now, KEPT_MS)

export const cartRetention: Retention = {
  table: 'carts',
  outdated: (now) => Prisma.sql`touched_at <= ${keptSince(now)}`,
}

const columns = ['id', 'customerId', 'mergedIntoId', 'lines', 'discountCode', 'loyaltyPoints', 'updatedAt', 'touchedAt']
export const cartColumns = Prisma.raw(columnsOf(columns))

const foundColumns = columns.map((column) => `cart.${columnsOf([column])}`).join(', ')
const found = `${foundColumns}, asked.touched_at AS "askedTouchedAt"
  FROM carts AS asked JOIN carts AS cart ON cart.id = coalesce(asked.merged_into_id, asked.id)`

/** Finds the cart of an id. */
export const cartById = storeStatement<FoundCart>(
  'cart',
  `SELECT ${found} WHERE asked.store_id = $1 AND cart.store_id = $1 AND asked.id = $2`,
)

/**
 * Reads the cart of an id and locks it until the transaction ends; null when there is none.
 * @param put the products whose names are read as well, as far as they are sold, and the variants whose options are
 */
export async function lockStoredCart(
  tx: SqlClient,
  storeId: string,
  id: string,
  put: Put = { ids: [], variantIds: [] },
): Promise<(FoundCart & { names: Names; variants: KnownVariants }) | null> {
  for (let attempt = 1; ; attempt += 1) {
    const [cart] = await tx.$queryRaw<(FoundCart & FoundNames)[]>`
      SELECT ${putNames(storeId, put)}, ${Prisma.raw(found)}
      WHERE asked.store_id = ${storeId}::uuid AND cart.store_id = ${storeId}::uuid AND asked.id = ${id}::uuid
      FOR NO KEY UPDATE OF cart`
    if (!cart) return null
    if (cart.mergedIntoId === null) return { ...cart, ...namesOf(cart) }
    // It was merged while this waited for the lock. The cart it was merged into never is, so the next attempt finds that.
    if (attempt === 2) throw new Error('A cart was merged into one that was merged itself')
  }
}

/** What a change puts into a cart, by ids. */
export interface Put {
  ids: readonly string[]
  variantIds: readonly string[]
}

interface FoundNames {
  names: Names | null
  variants: KnownVariants | null
}

/** What `putNames` has selected. */
export const namesOf = (found: FoundNames | undefined): { names: Names; variants: KnownVariants } => ({
  names: found?.names ?? {},
  variants: found?.variants ?? {},
})

/** Selects as `names` and `variants` what is known of what is put into a cart. */
export const putNames = (storeId: string, { ids, variantIds }: Put): Prisma.Sql =>
  Prisma.sql`${productNames(storeId, ids)} AS names, ${variantOptions(storeId, variantIds)} AS variants`

const variantOptions = (storeId: string, ids: readonly string[]): Prisma.Sql =>
  ids.length === 0
    ? Prisma.sql`NULL::json`
    : Prisma.sql`(
        SELECT json_object_agg(id, json_build_object('productId', product_id, 'options', options)) FROM variants
        WHERE store_id = ${storeId}::uuid AND id = ANY (${[...ids]}::uuid[])
      )`

/** Selects the names of those of the products that are sold in one value, by id; null when none is. */
const productNames = (storeId: string, ids: readonly string[]): Prisma.Sql =>
  ids.length === 0
    ? Prisma.sql`NULL::json`
    : Prisma.sql`(
        SELECT json_object_agg(id, name) FROM products
        WHERE store_id = ${storeId}::uuid AND id = ANY (${[...ids]}::uuid[]) AND active
      )`

/** Whether the caller may use the cart: it is theirs or nobody's, and is not about to be cleaned up. */
export const isOpenTo = (cart: StoredCart, customer: Viewer | null, now: Date): boolean =>
  cart.touchedAt > keptSince(now) && (cart.customerId === null || cart.customerId === customer?.id)

/** Whether a use at `now` has to be written down. */
export const isTouchDue = (touchedAt: Date, now: Date): boolean => touchedAt <= before(now, TOUCHED_AGAIN_MS)

/** The same for a cart that is not there, is another store's, or another customer's. */
export const cartNotFound = (): Problem => new Problem('NOT_FOUND', 'Cart not found')
