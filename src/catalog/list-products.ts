import type { Context } from '../gateway/context.ts'
import type { Product } from '../generated/prisma/client.ts'
import { type Connection, createKeyset, type PageArgs, pageSize } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { characterCount, isStorableText } from '../platform/text.ts'
import { categoryKey } from './category.ts'

export const MAX_PRODUCTS = 100
const MAX_CATEGORY = 255

const order = createKeyset(
  { name: 'displayOrder', kind: 'int', direction: 'asc' },
  { name: 'createdAt', kind: 'date', direction: 'desc' },
  { name: 'id', kind: 'uuid', direction: 'desc' },
)

/** Relations to include, taken from the GraphQL selection. */
export type ProductQuery = { include?: { variants?: boolean | object } }

/** Active products in display order, then newest first, optionally of one category. */
export async function listProducts(
  { services, store }: Context,
  args: PageArgs & { category?: string | null | undefined },
  query: ProductQuery = {},
): Promise<Connection<Product>> {
  const size = pageSize(args, MAX_PRODUCTS)
  const category = args.category?.trim()
  if (category && characterCount(category) > MAX_CATEGORY)
    throw new Problem('BAD_USER_INPUT', `category must be at most ${MAX_CATEGORY} characters`)
  if (category && !isStorableText(category))
    throw new Problem('BAD_USER_INPUT', 'category contains characters that cannot be stored')
  const rows = await services.prisma.product.findMany({
    ...query,
    where: {
      storeId: store.id,
      active: true,
      ...(category && { categoryKey: categoryKey(category) }),
      ...order.after(args.after),
    },
    orderBy: order.orderBy,
    take: size + 1,
  })
  return order.connection(rows, size, args)
}
