import { LRUCache } from 'lru-cache'
import type { Context } from '../../api/context.ts'
import { Problem } from '../../platform/problem.ts'
import { renderMarkdown } from '../../platform/text/markdown.ts'
import { picturesIn } from './page-pictures.ts'
import type { PublishedPage } from './pages.sql.ts'

/** In characters of HTML. */
const MAX_CACHED = 16 * 1024 * 1024

/** Rendered once for each version of a page, host and prefix. */
const rendered = new LRUCache<string, string>({ maxSize: MAX_CACHED, sizeCalculation: (html) => html.length + 200 })

/**
 * What page, preview and API show.
 * @param prefix of links to paths of the shop @throws Problem BAD_USER_INPUT
 */
export async function pageHtml(
  context: Context,
  { id, version, markdown }: PublishedPage,
  prefix: string,
): Promise<string> {
  if (!/^(?!.{201})(?:\/[\w.~%-]+)*$/.test(prefix)) {
    throw new Problem('BAD_USER_INPUT', 'linkPrefix: expected a path like "/shop" without a slash at its end', {
      field: 'linkPrefix',
    })
  }
  const pictures = await picturesIn(context, markdown)
  const options = { linkTo: (path: string) => prefix + path, pictureAt: pictures.at }
  if (context.draftPage) return renderMarkdown(markdown, options)
  const key = [context.store.id, id, version, context.baseUrl, prefix, pictures.key].join(' ')
  const known = rendered.get(key)
  if (known !== undefined) return known
  const html = renderMarkdown(markdown, options)
  rendered.set(key, html)
  return html
}
