import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { type Amounts, money } from './fields.ts'

const CURRENCIES = 16

/**
 * A schema with amounts, for the currency that is asked for; see `money` for null. To make one takes milliseconds, so
 * those of the last currencies are kept.
 */
export function byCurrency<Schema extends z.ZodType>(
  make: (amount: ReturnType<typeof money>) => Schema,
  amounts: Amounts = 'payable',
) {
  const schemas = new LRUCache<string, Schema>({
    max: CURRENCIES,
    memoMethod: (currency) => make(money(currency || null, amounts)),
  })
  return (currency: string | null): Schema => schemas.memo(currency ?? '')
}
