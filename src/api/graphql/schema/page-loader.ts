import type { KeysetValue } from '../../../platform/pagination.ts'
import type { Context } from '../../context.ts'
import { defineLoader } from './loader.ts'

/** A page of what belongs to one object, such as a product's reviews. */
interface PageOf {
  ownerId: string
  limit: number
  after: KeysetValue[]
}

/**
 * Defines a loader of pages that belong to many objects. Pages with the same size and cursor share one statement; a query
 * rarely asks for more than one kind.
 */
export const definePageLoader = <Row>(
  ownerIdOf: (row: Row) => string,
  read: (context: Context, ownerIds: string[], page: Pick<PageOf, 'limit' | 'after'>) => Promise<Row[]>,
) =>
  defineLoader<PageOf, Row[], string>(async (context, pages) => {
    const kinds = new Map<string, PageOf[]>()
    for (const page of pages) kinds.set(kindOf(page), [...(kinds.get(kindOf(page)) ?? []), page])
    const found = new Map<string, Row[]>()
    for (const alike of kinds.values()) {
      const [{ limit, after } = { limit: 0, after: [] }] = alike
      const ids = alike.map(({ ownerId }) => ownerId)
      for (const row of await read(context, ids, { limit, after })) {
        const key = keyOf({ ownerId: ownerIdOf(row), limit, after })
        const rows = found.get(key) ?? []
        rows.push(row)
        found.set(key, rows)
      }
    }
    return pages.map((page) => found.get(keyOf(page)) ?? [])
  }, keyOf)

const kindOf = ({ limit, after }: Omit<PageOf, 'ownerId'>): string => JSON.stringify([limit, after])
const keyOf = ({ ownerId, ...page }: PageOf): string => `${ownerId}:${kindOf(page)}`
