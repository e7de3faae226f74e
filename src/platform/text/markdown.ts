import MarkdownIt, { type Env, type Token } from 'markdown-it'
import { safeAddress } from './rich-text.ts'

/** A picture that may be shown. */
export interface MarkdownPicture {
  src: string
  width?: number
  height?: number
  srcset?: string
}

export interface MarkdownOptions {
  /** The address of a link within the site, such as `/about`. */
  linkTo: (path: string) => string
  /** Null for what is not shown; its description is then text. */
  pictureAt: (address: string) => MarkdownPicture | null
}

/** Elements within each other. What is nested deeper is text. */
const DEEPEST = 20

/**
 * CommonMark with tables and without HTML, which is text. What is left out would need a style of its own: quotations
 * and code, which is also what an indented line would become.
 */
const parser = new MarkdownIt('commonmark', { html: false, maxNesting: DEEPEST })
  .enable('table')
  .disable(['blockquote', 'code', 'fence', 'backticks'])
// It is called with what is left of an address once its odd characters are escaped.
parser.validateLink = (address) => safeAddress(address, (path) => path) !== null && !/^\/%(?:5c|2f|[01])/i.test(address)

/** `renderMarkdown` gives them along. */
const optionsIn = (env: Env | undefined) => env as unknown as MarkdownOptions

const { rules } = parser.renderer
rules.link_open = (tokens, index, _, env) => {
  const href = safeAddress(attribute(tokens[index], 'href'), optionsIn(env).linkTo) ?? ''
  const rel = /^https?:/i.test(href) ? ' rel="nofollow noopener"' : ''
  return `<a href="${escaped(href)}"${rel}>`
}
rules.image = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  const alt = escaped(renderer.renderInlineAsText(token?.children ?? [], options, env))
  const picture = optionsIn(env).pictureAt(attribute(token, 'src'))
  if (!picture) return alt
  const { src, srcset, width, height } = picture
  const sizes = srcset ? ` srcset="${escaped(srcset)}" sizes="(min-width: 48rem) 44rem, 100vw"` : ''
  const size = width && height ? ` width="${width}" height="${height}"` : ''
  return `<img src="${escaped(src)}"${sizes} alt="${alt}"${size} loading="lazy">`
}
// Alignment would be a style within the page, which its policy refuses.
for (const name of ['td_open', 'th_open'] as const) rules[name] = () => `<${name.slice(0, 2)}>`
// A list that goes on with another number says so by an attribute.
rules.ordered_list_open = (tokens, index) => {
  const start = Number(attribute(tokens[index], 'start') || 1)
  return start === 1 ? '<ol>\n' : `<ol start="${start}">\n`
}

/**
 * HTML of paragraphs, headings of levels 2 to 4, lists, emphasis, tables, rules, links and pictures: nothing else can
 * come out, whatever goes in. The only attributes are those that are made here.
 */
export function renderMarkdown(markdown: string, options: MarkdownOptions): string {
  // The parser keeps what it finds in it.
  const env = { ...options }
  const tokens = parser.parse(markdown, env)
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const used = [...new Set(headings.map(({ tag }) => tag))].sort()
  // Below the page's own heading and without gaps.
  for (const heading of headings) heading.tag = `h${Math.min(2 + used.indexOf(heading.tag), 4)}`
  return parser.renderer.render(tokens, parser.options, env)
}

/** Its text without marks, in one line. */
export function plainMarkdown(markdown: string): string {
  const parts: string[] = []
  for (const { type, children } of parser.parse(markdown, {})) {
    if (type !== 'inline') continue
    const inner = (children ?? []).map((child) => (/break$/.test(child.type) ? ' ' : child.content))
    parts.push(inner.join(''))
  }
  return parts.join(' ').replace(/\s+/g, ' ').trim()
}

const attribute = (token: Token | undefined, name: string): string => String(token?.attrGet(name) ?? '')
const escaped = (text: string): string => parser.utils.escapeHtml(text)
