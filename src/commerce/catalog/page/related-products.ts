import type { Context } from '../../../api/context.ts'
import { defineLoader } from '../../../api/graphql/schema/loader.ts'
import { pageSize } from '../../../platform/pagination.ts'
import { readContent } from '../../stores/read-content.ts'
import { type RelatedRow, relatedOf } from '../products-read.sql.ts'
import type { StorefrontProduct } from '../storefront-product.ts'

export const MAX_RELATED = 20
export const USUAL_RELATED = 8

interface Key {
  id: string
  size: number
}

const related = defineLoader<Key, StorefrontProduct[], string>(
  async (context, keys) => {
    const ids = [...new Set(keys.map(({ id }) => id))]
    const rows = await readContent(context, relatedOf, ids, Math.max(...keys.map(({ size }) => size)))
    const found = new Map(ids.map((id) => [id, [] as RelatedRow[]]))
    for (const row of rows) found.get(row.relatedTo)?.push(row)
    return keys.map(({ id, size }) => found.get(id)?.slice(0, size) ?? [])
  },
  ({ id, size }) => `${id}:${size}`,
)

/** Many products share one statement. @throws Problem BAD_USER_INPUT when `first` is out of bounds */
export const relatedProducts = async (
  context: Context,
  { id }: Pick<StorefrontProduct, 'id'>,
  first: number | null | undefined,
): Promise<StorefrontProduct[]> =>
  related(context).load({ id, size: pageSize({ first: first ?? USUAL_RELATED }, MAX_RELATED) })
