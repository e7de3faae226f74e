import type { OwnerContext } from '../../api/context.ts'
import { type PageArgs, pageSize } from '../../platform/pagination.ts'
import type { Period } from './buckets.ts'
import { readProgress } from './happened.sql.ts'
import { checkPeriod, type MoneyArgs, moneyOf } from './period.ts'
import { productPieces } from './pieces.ts'
import { readTopProducts, type TopProduct } from './top-products.sql.ts'

export const MAX_PRODUCTS = 100
const USUAL = 10

export type TopProductInMoney = TopProduct & { currency: string }

/** @throws Problem BAD_USER_INPUT */
export async function topProducts(
  { services, store }: Pick<OwnerContext, 'services' | 'store'>,
  args: Period & MoneyArgs & Pick<PageArgs, 'first'>,
): Promise<TopProductInMoney[]> {
  checkPeriod(args)
  const money = moneyOf(args, store)
  const first = pageSize({ first: args.first ?? USUAL }, MAX_PRODUCTS)
  const { sql } = services.db
  const pieces = productPieces(args, await readProgress(sql, store.id))
  const products = await readTopProducts(sql, store.id, { ...pieces, ...money, first })
  return products.map((product) => ({ ...product, currency: money.currency }))
}
