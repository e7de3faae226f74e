import { characterCount, isStorableText } from '../../../platform/text/text.ts'

/** In characters, as it is given. */
export const MAX_ADDRESS = 500

/** Where a redirect begins. */
export interface Source {
  /** The path, decoded once but for `%`, `?`, `#` and blanks at its end, without a slash at its end; then the query, if it has one. */
  source: string
  /** Without the query. */
  path: string
}

/** Where it leads. */
export interface Target {
  /** As a browser writes it, with query and fragment. */
  target: string
  /** As of a source. */
  path: string
  /** Of the product whose page it is; null for any other page. */
  slug: string | null
}

/** What was expected in place of an address. */
export interface Refused {
  expected: string
}

const ORIGIN = /^https?:\/\/[^/?#\\]+/i
const CONTROL = /\p{Cc}/u
/** Neither a host follows, nor what browsers read as one. */
const ONE_SLASH = /^\/(?![/\\])/
const PLAIN = 'a path without \\ and control characters'
// Nothing is ever sent there: it only completes a path.
const BASE = 'http://shop.invalid'

/** @param subdomain the store's: its paths may be given as they are in a browser, below `/shop/<subdomain>` */
export function readSource(given: string, subdomain: string): Source | Refused {
  const text = given.trim().replace(ORIGIN, '')
  if (!ONE_SLASH.test(text)) return { expected: 'a path that begins with one /, such as /products/assam' }
  if (!isReadable(text)) return { expected: 'a path without control characters' }
  if (text.includes('#')) return { expected: 'a path without #: browsers do not send what follows it' }
  const address = sourceOf(withoutPrefix(text, subdomain))
  if (address.path === '') return { expected: 'another path than that of the home page, which is always found' }
  if (!isReadable(address.source)) return { expected: 'a path without control characters' }
  return characterCount(address.source) > MAX_ADDRESS ? { expected: `at most ${MAX_ADDRESS} characters` } : address
}

/** As `readSource`. The path stays within the shop, however it is read by a browser. */
export function readTarget(given: string, subdomain: string): Target | Refused {
  const text = given.trim()
  if (!ONE_SLASH.test(text)) return { expected: 'a path of this shop, which begins with one /, such as /p/assam' }
  if (characterCount(text) > MAX_ADDRESS) return { expected: `at most ${MAX_ADDRESS} characters` }
  if (text.includes('\\') || !isReadable(text)) return { expected: PLAIN }
  const { pathname, search, hash } = new URL(BASE + withoutPrefix(text, subdomain))
  const plain = pathname.replace(/\/+$/, '') || '/'
  const decoded = decodedOnce(plain)
  if (decoded.includes('\\') || !isReadable(decoded)) return { expected: PLAIN }
  if (decoded.startsWith('//')) return { expected: 'a path of this shop, which begins with one /, such as /p/assam' }
  const [, slug] = (search + hash === '' && /^\/p\/([^/]+)$/.exec(decoded)) || []
  return { target: plain + search + hash, path: sourceOf(plain).path, slug: slug ?? null }
}

/** What may lead on from an address below the shop's home, the best first. */
export function sourcesAt(url: string): string[] {
  const { source, path } = sourceOf(url)
  // Shopify has each product under all of its collections, too.
  const [, product] = /^\/collections\/[^/]+(\/products\/[^/]+)$/.exec(path) ?? []
  return [...new Set([source, path, product ?? path])].filter(
    (one) => one !== '' && characterCount(one) <= MAX_ADDRESS && isStorableText(one),
  )
}

const isReadable = (text: string): boolean => isStorableText(text) && !CONTROL.test(text)

const withoutPrefix = (path: string, subdomain: string): string => {
  const prefix = `/shop/${subdomain}`
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : null
  return rest !== null && /^(\/(?![/\\])|[?#]|$)/.test(rest) ? rest.replace(/^(?!\/)/, '/') : path
}

function sourceOf(url: string): Source {
  const at = url.indexOf('?')
  const path = decodedOnce(at < 0 ? url : url.slice(0, at))
    .replace(/^[/\\]+/, '/')
    .replace(/\/+$/, '')
    .replace(/[%?#]|\s+$/gu, encodeURIComponent)
  // Without the question mark where nothing follows it.
  const query = at < 0 ? '' : new URL(`${BASE}/${url.slice(at)}`).search
  return { source: path + query, path }
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // What people type is not always encoded: "100% cotton".
    return text
  }
}
