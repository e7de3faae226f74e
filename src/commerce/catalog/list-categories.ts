import type { Context } from '../../api/context.ts'
import { readContent } from '../stores/read-content.ts'
import { type Category, categories } from './products-read.sql.ts'

export const listCategories = (context: Context): Promise<Category[]> => readContent(context, categories)
