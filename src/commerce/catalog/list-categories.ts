import type { Context } from '../../api/context.ts'
import { readContent } from '../stores/read-content.ts'
import { type Category, categories } from './products-read.sql.ts'

const known = new WeakMap<Context, Promise<Category[]>>()

/** Read once for a request, however many of its fields ask. */
export function listCategories(context: Context): Promise<Category[]> {
  const read = known.get(context) ?? readContent(context, categories)
  known.set(context, read)
  return read
}
