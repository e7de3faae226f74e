import { Parser } from 'htmlparser2'
import { asMarkup } from './markup.ts'

export interface RichElement {
  tag: string
  /** Of a link, checked. */
  href?: string
  /** Of a cell. */
  colspan?: number
  rowspan?: number
  /** Made for text outside of every element, whose single line breaks count. */
  isLoose?: boolean
  children: RichNode[]
}

export type RichNode = string | RichElement

const inline = new Map<string, string>([
  ...[
    'a',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'del',
    'ins',
    'mark',
    'small',
    'sub',
    'sup',
    'code',
    'cite',
    'q',
    'abbr',
  ].map((tag) => [tag, tag] as const),
  ['strike', 's'],
])
const blocks = new Set(
  `p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table caption thead tbody tfoot tr th td div br hr`.split(' '),
)
/** Of no meaning of their own, but their text is not one with what is around it. */
const likeDiv = new Set(
  `address article aside center details fieldset figcaption figure footer form header main nav section summary`.split(
    ' ',
  ),
)
const silent = new Set(['script', 'style', 'template', 'title'])
const empty = new Set(['br', 'hr'])

/** Where an element that needs a certain parent may be. */
const parents: Record<string, readonly string[]> = {
  li: ['ul', 'ol'],
  ...{ dt: ['dl'], dd: ['dl'], caption: ['table'] },
  ...{ thead: ['table'], tbody: ['table'], tfoot: ['table'], tr: ['table', 'thead', 'tbody', 'tfoot'] },
  ...{ th: ['tr'], td: ['tr'] },
}
/** What is made around anything else in one that takes only those. */
const wrappers: Record<string, string> = {
  ...{ ul: 'li', ol: 'li', dl: 'dd' },
  ...{ table: 'tr', thead: 'tr', tbody: 'tr', tfoot: 'tr', tr: 'td' },
}

/** Deeper elements are only their text: readers of nested elements call themselves. */
const DEEPEST = 20
const ROOT = ''

/**
 * A safe subset of HTML as a tree: paragraphs, headings, lists, emphasis, tables and links. Of all else only the text is
 * left, of scripts and styles nothing. In plain text, blank lines separate paragraphs.
 * @param linkTo the address of a link within the site, such as `/about`
 */
export function richText(text: string, linkTo: (path: string) => string): RichNode[] {
  const builder = new TreeBuilder(linkTo)
  if (!/[<&]/.test(text)) builder.text(text)
  else {
    const parser = new Parser({
      onopentag: (name, attributes) => builder.open(name, attributes),
      onclosetag: (name) => builder.close(name),
      ontext: (shown) => builder.text(shown),
    })
    parser.end(asMarkup(text))
  }
  return builder.end()
}

class TreeBuilder {
  readonly #linkTo: (path: string) => string
  readonly #root: RichElement = { tag: ROOT, children: [] }
  readonly #open: RichElement[] = [this.#root]
  /** Elements that were made around others: what fits into their parents ends them. */
  readonly #made = new Set<RichElement>()
  #silent = 0

  constructor(linkTo: (path: string) => string) {
    this.#linkTo = linkTo
  }

  get #top(): RichElement {
    return this.#open.at(-1) ?? this.#root
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (silent.has(name)) this.#silent += 1
    if (this.#silent > 0) return
    const tag = inline.get(name) ?? (likeDiv.has(name) ? 'div' : name)
    const isInline = inline.has(name)
    if (!isInline && !blocks.has(tag)) return
    if (!isInline && tag !== 'br') this.#endLoose()
    if (tag === 'div' && this.#top === this.#root) return
    if (!this.#makeRoomFor(tag)) return
    if (empty.has(tag)) this.#top.children.push({ tag, children: [] })
    else if (this.#open.length <= DEEPEST) this.#push(this.#element(tag, attributes))
  }

  #element(tag: string, attributes: Readonly<Record<string, string>>): RichElement {
    const element: RichElement = { tag, children: [] }
    if (tag === 'a') {
      const href = safeAddress(attributes.href, this.#linkTo)
      if (href !== null) element.href = href
    }
    if (tag === 'td' || tag === 'th') {
      for (const name of ['colspan', 'rowspan'] as const) {
        const span = attributes[name] ?? ''
        if (/^[1-9]\d?$/.test(span)) element[name] = Number(span)
      }
    }
    return element
  }

  close(name: string): void {
    if (silent.has(name)) {
      this.#silent = Math.max(0, this.#silent - 1)
      return
    }
    if (this.#silent > 0) return
    const tag = inline.get(name) ?? (likeDiv.has(name) ? 'div' : name)
    if (empty.has(tag) || !(inline.has(name) || blocks.has(tag))) return
    if (!inline.has(name)) this.#endLoose()
    const at = this.#open.findLastIndex((element) => element.tag === tag && !this.#made.has(element))
    if (at > 0) while (this.#open.length > at) this.#pop()
  }

  text(shown: string): void {
    if (this.#silent > 0) return
    const isLoose = this.#top === this.#root || this.#top.isLoose === true
    for (const [index, part] of (isLoose ? shown.split(/\n\s*\n/) : [shown]).entries()) {
      if (index > 0) this.#endLoose()
      if (part === '' || (part.trim() === '' && this.#takesNoText())) continue
      this.#makeRoomFor(ROOT)
      this.#top.children.push(part)
    }
  }

  end(): RichNode[] {
    while (this.#open.length > 1) this.#pop()
    return this.#root.children
  }

  #takesNoText(): boolean {
    return this.#top === this.#root || wrappers[this.#top.tag] !== undefined
  }

  /** Ends what does not take it and was made, and makes what has to be around it. Whether it can be there. */
  #makeRoomFor(tag: string): boolean {
    const wanted = parents[tag]
    if (wanted) {
      while (this.#made.has(this.#top) && !wanted.includes(this.#top.tag)) this.#pop()
      if (wanted.includes(this.#top.tag)) return true
    }
    if (this.#top === this.#root) {
      if (tag === ROOT || tag === 'br' || inlineTags.has(tag)) this.#make('p')
      return !wanted
    }
    for (let made = wrappers[this.#top.tag]; made !== undefined; made = wrappers[this.#top.tag]) {
      if (wanted?.includes(made)) {
        this.#make(made)
        return true
      }
      this.#make(made)
    }
    return !wanted
  }

  #make(tag: string): void {
    const element: RichElement = { tag, children: [], ...(this.#top === this.#root && { isLoose: true }) }
    this.#push(element)
    this.#made.add(element)
  }

  #push(element: RichElement): void {
    this.#top.children.push(element)
    this.#open.push(element)
  }

  /** A block, or a blank line, ends the text outside of every element. */
  #endLoose(): void {
    const at = this.#open.findIndex(({ isLoose }) => isLoose)
    if (at > 0) while (this.#open.length > at) this.#pop()
  }

  /** Nothing is left of what shows nothing: editors space texts with it. */
  #pop(): void {
    const element = this.#open.pop()
    if (!element || element === this.#root) return
    this.#made.delete(element)
    trimBreaks(element)
    const isCell = element.tag === 'td' || element.tag === 'th'
    if (!isCell && !element.children.some(shows)) {
      const { children } = this.#top
      children.splice(children.lastIndexOf(element), 1, ...(inlineTags.has(element.tag) ? element.children : []))
    }
  }
}

const inlineTags = new Set(inline.values())

const shows = (node: RichNode): boolean => (typeof node === 'string' ? node.trim() !== '' : node.tag !== 'br')

function trimBreaks({ tag, children }: RichElement): void {
  if (inlineTags.has(tag)) return
  const isBreak = (node: RichNode | undefined) => node !== undefined && !shows(node)
  while (isBreak(children.at(-1))) children.pop()
  while (isBreak(children[0])) children.shift()
}

/** `https`, `http`, `mailto`, `tel`, and paths of the site; null for all else. */
export function safeAddress(given: string | undefined, linkTo: (path: string) => string): string | null {
  const href = given?.trim() ?? ''
  if (/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(href)) return linkTo(href)
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(href) || !URL.canParse(href)) return null
  return new URL(href).href
}
