import type { Context } from '../../../api/context.ts'
import { readContent } from '../../stores/read-content.ts'
import { sourcesAt } from './redirect-address.ts'
import { redirectFrom } from './redirects.sql.ts'

export const productPage = (slug: string): string => `/p/${encodeURIComponent(slug)}`

/**
 * For an address at which nothing is found.
 * @param url below the shop's home, with its query @returns a path below it, with query and fragment; null for none
 */
export async function findRedirect(context: Context, url: string): Promise<string | null> {
  const sources = sourcesAt(url)
  if (sources.length === 0) return null
  const [found] = await readContent(context, redirectFrom, sources)
  if (!found) return null
  return found.target ?? (found.slug === null ? null : productPage(found.slug))
}
