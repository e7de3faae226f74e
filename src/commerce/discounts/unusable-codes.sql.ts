import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from '../../platform/database/sql.ts'
import { dashes } from '../../shared/typed-text.ts'
import { discountKey } from './discount-format.ts'

// SQL: codes of all stores, on all shards at once.

export interface UnusableCode {
  storeId: string
  code: string
}

/**
 * Codes from before 1.0 whose dash is no hyphen. A migration left those whose other form was taken, and every search for
 * them finds the other code.
 */
export async function unusableCodes({ onEveryShard }: Pick<Sql, 'onEveryShard'>): Promise<UnusableCode[]> {
  const { rows } = await onEveryShard<UnusableCode>(
    'discounts',
    (name) => Prisma.sql`
      SELECT json_agg(json_build_object('storeId', store_id, 'code', code)) FROM ${name}
      WHERE code <> translate(code, ${dashes()}, '')`,
  )
  return rows.filter(({ code }) => discountKey(code) !== code)
}
