import type { Product } from '../generated/prisma/client.ts'
import { columnsOf } from '../platform/database/store-statement.ts'

const fields = [
  'id',
  'slug',
  'name',
  'description',
  'price',
  'salePrice',
  'category',
  'brand',
  'stock',
  'reviewCount',
  'ratingSum',
] as const satisfies (keyof Product)[]

/** What shoppers see of a product, and what it is worked out from. */
export type ShownProduct = Pick<Product, (typeof fields)[number] | 'images'>

/** The columns of a ShownProduct, for a SELECT. Prisma takes a list that is NULL for an empty one. */
export const shownColumns = `${columnsOf(fields)}, coalesce(images, '{}') AS images`
