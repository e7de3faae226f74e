import type { Context } from '../../api/context.ts'
import type { Customer } from '../../generated/prisma/client.ts'
import { storeStatement } from '../../platform/database/store-statement.ts'
import { type Connection, latestBy, type PageArgs } from '../../platform/pagination.ts'
import { type StorefrontProduct, shownColumns } from '../catalog/storefront-product.ts'

// SQL: one statement reads wishes and products, which `npm run bench` measures.

export const MAX_WISHLIST = 200

const lastFirst = latestBy('wishedAt')

type Wish = StorefrontProduct & { wishedAt: Date }

const wishes = (condition: string) => `
  SELECT ${shownColumns}, "wishedAt"
  FROM (SELECT product_id AS id, created_at AS "wishedAt" FROM wishlist_items
        WHERE store_id = $1 AND customer_id = $2 ${condition}) AS wish
  JOIN products USING (id)
  WHERE store_id = $1 AND active
  ORDER BY "wishedAt" DESC, id DESC LIMIT $3`

const first = storeStatement<Wish>('wishlist', wishes(''))
const behind = storeStatement<Wish>(
  'wishlist behind a cursor',
  wishes('AND (created_at, product_id) < ($4::timestamptz, $5::uuid)'),
)

/** Last added first, active products only. */
export function listWishlist(
  { services, store }: Context,
  customer: Pick<Customer, 'id'>,
  args: PageArgs,
): Promise<Connection<StorefrontProduct>> {
  return lastFirst.page(args, MAX_WISHLIST, (limit, after) =>
    services.db.sql.read(after.length > 0 ? behind : first, store.id, customer.id, limit, ...after),
  )
}
