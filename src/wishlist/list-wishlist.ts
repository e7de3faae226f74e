import type { ProductQuery } from '../catalog/list-products.ts'
import type { Context } from '../gateway/context.ts'
import type { Customer, Product } from '../generated/prisma/client.ts'
import { type Connection, createKeyset, type PageArgs, pageSize } from '../platform/pagination.ts'

export const MAX_WISHLIST = 200

const order = createKeyset(
  { name: 'createdAt', kind: 'date', direction: 'desc' },
  { name: 'productId', kind: 'uuid', direction: 'desc' },
)

/** The customer's wishlist, last added first. Products that are no longer active are left out. */
export async function listWishlist(
  { services, store }: Context,
  customer: Customer,
  args: PageArgs,
  query: ProductQuery = {},
): Promise<Connection<Product>> {
  const size = pageSize(args, MAX_WISHLIST)
  const rows = await services.prisma.wishlistItem.findMany({
    where: { storeId: store.id, customerId: customer.id, product: { active: true }, ...order.after(args.after) },
    // Without relations to include this must be `true`, because Prisma refuses an empty object here.
    include: { product: query.include ? { include: query.include } : true },
    orderBy: order.orderBy,
    take: size + 1,
  })
  const { edges, pageInfo } = order.connection(rows, size, args)
  return { pageInfo, edges: edges.map(({ cursor, node }) => ({ cursor, node: node.product })) }
}
