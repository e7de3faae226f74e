import GithubSlugger from 'github-slugger'
import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '../../../platform/text/text.ts'
import { highlighted } from './highlight.ts'
import { heading, scrolling } from './html.ts'
import type { Section } from './page.ts'

interface Options {
  title: string
  /** Where a link of the document leads; null when nowhere. */
  resolve: (link: string) => string | null
  /** What a page is called here, where the document names its file. */
  nameOf: (target: string) => string | null
}

/** GitHub's Markdown, with HTML shown as text, and headings with the anchors that GitHub gives them. */
export function renderMarkdown(
  markdown: string,
  { title, resolve, nameOf }: Options,
): { html: string; sections: Section[] } {
  const marked = new Marked({ gfm: true })
  const tokens = marked.lexer(withoutDecisions(markdown))
  const slugger = new GithubSlugger()
  const anchors = new Map<Token, string>()
  const sections: Section[] = []
  let texts: string[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { depth } = token as Tokens.Heading
      const text = plain(token)
      const anchor = slugger.slug(text)
      anchors.set(token, anchor)
      texts = []
      const isTitle = depth === 1
      sections.push({
        anchor: isTitle ? '' : anchor,
        contents: isTitle ? null : { level: depth, text },
        entry: { title: isTitle ? title : text, kind: 'guide', text: '' },
      })
    } else if (token.type !== 'space') {
      texts.push(plain(token))
      const entry = sections.at(-1)?.entry
      if (entry) entry.text = texts.join(' ').replace(/\s+/g, ' ').trim()
    }
  }
  marked.use({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading(token) {
        return heading(token.depth, anchors.get(token) ?? '', this.parser.parseInline(token.tokens))
      },
      link({ href, tokens }) {
        const target = resolve(href)
        const isFile = /^[\w./-]+\.md$/.test(tokens.map(plain).join(''))
        const name = isFile && target !== null ? nameOf(target.replace(/#.*/, '')) : null
        const html = name === null ? this.parser.parseInline(tokens) : escapeHtml(name)
        return target === null ? html : `<a href="${escapeHtml(target)}">${html}</a>`
      },
      image: ({ text }) => escapeHtml(text),
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
      code: ({ text, lang }) => codeBlock(text, lang),
      table(token) {
        const cell = ({ tokens, text, header }: Tokens.TableCell, index: number) => {
          const html = this.parser.parseInline(tokens)
          if (header && text !== '') return `<th scope="col">${html}</th>`
          if (index === 0) return `<td class="first">${html}</td>`
          // Where a phone shows the cells of many columns one below another.
          const label = token.header.length > 3 ? ` data-label="${escapeHtml(token.header[index]?.text ?? '')}"` : ''
          return `<td${label}>${html}</td>`
        }
        const rowOf = (row: Tokens.TableCell[]) => `<tr>${row.map(cell).join('')}</tr>`
        const head = token.header.some(({ text }) => text !== '') ? `<thead>${rowOf(token.header)}</thead>` : ''
        const rows = token.rows.map(rowOf).join('\n')
        return scrolling(`<table class="columns-${token.header.length}">${head}<tbody>${rows}</tbody></table>`, 'Table')
      },
    },
  })
  return { html: marked.parser(tokens), sections }
}

export const codeBlock = (text: string, language = ''): string =>
  `<div class="code"><pre tabindex="0"><code>${highlighted(text, language)}</code></pre></div>\n`

/** Decisions are for those who change the service; this site has none. */
const withoutDecisions = (markdown: string): string =>
  markdown.replace(/ ?\((?:\[\d{4}\]\([^)]*decisions\/[^)]*\)(?:, | and )?)+\)/g, '')

/** What a person reads of a token. */
function plain(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((row) => row.map(({ tokens }) => tokens.map(plain).join('')).join(' ')).join(' ')
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(plain).join(' ')
  if ('tokens' in token && token.tokens) return token.tokens.map(plain).join('')
  return 'text' in token ? unescaped(token.text) : ''
}

/** marked escapes texts early. */
const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
