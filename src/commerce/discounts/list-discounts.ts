import type { Context } from '../../api/context.ts'
import { defineLoader } from '../../api/graphql/schema/loader.ts'
import type { Discount, Prisma } from '../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../../platform/counted-page.ts'
import { newestFirst } from '../../platform/pagination.ts'
import { literally, searchText } from '../../platform/text/search-text.ts'
import { discountKey } from './discount-format.ts'
import { storedCode } from './discount-terms.ts'

type Scope = Pick<Context, 'services' | 'store'>

/** By its code as an owner or a shopper writes it. */
export async function findDiscount({ services, store }: Scope, written: string): Promise<Discount | null> {
  const code = storedCode(written)
  return code === null ? null : services.db.prisma.discount.findFirst({ where: { storeId: store.id, code } })
}

interface DiscountFilter {
  search?: string | null | undefined
  active?: boolean | null | undefined
}

/** Newest first. @throws Problem BAD_USER_INPUT */
export async function listDiscounts(
  {
    services: {
      db: { prisma },
    },
    store,
  }: Scope,
  args: CountedPageArgs & DiscountFilter,
): Promise<CountedConnection<Discount>> {
  const { active } = args
  const text = searchText(args.search)
  const where: Prisma.DiscountWhereInput = {
    storeId: store.id,
    ...(active != null && { active }),
    ...(text !== null && { code: { contains: literally(discountKey(text)) } }),
  }
  return countedRows(newestFirst, args, prisma.discount, where)
}

/** Uses held by pending orders. Lookups of many discounts share one statement. */
export const heldUsesOf = defineLoader<string, number>(async ({ services, store }, ids) => {
  const groups = await services.db.prisma.discountUse.groupBy({
    by: ['discountId'],
    where: { storeId: store.id, discountId: { in: [...ids] }, expiresAt: { gt: services.clock() } },
    _count: true,
  })
  const held = new Map(groups.map(({ discountId, _count }) => [discountId, _count]))
  return ids.map((id) => held.get(id) ?? 0)
})
