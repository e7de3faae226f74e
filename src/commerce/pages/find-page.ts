import type { Context } from '../../api/context.ts'
import { isStorableText } from '../../platform/text/text.ts'
import { type PublishedPage, readPage } from './pages.sql.ts'

/** The draft of a preview in place of what is stored. */
export async function findPage(context: Context, slug: string): Promise<PublishedPage | null> {
  if (context.draftPage) return context.draftPage
  return isStorableText(slug) ? readPage(context, slug) : null
}
