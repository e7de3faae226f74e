import { Parser } from 'htmlparser2'

/** A word goes on behind these. */
const inline = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike strong sub
  sup time tt u var wbr`.split(/\s+/),
)
const others = new Set(
  `address area article aside audio base basefont blockquote body br button canvas caption center col colgroup datalist
  dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head
  header hgroup hr html iframe img input label legend li link main map menu meta meter nav noscript object ol optgroup
  option output p param picture pre progress rp rt ruby script search section select slot source style summary svg path
  table tbody td template textarea tfoot th thead title tr track ul video`.split(/\s+/),
)
const silent = new Set(['script', 'style'])

/** May be a tag, with its name, and an attribute that has no value. */
const OPENING = /<\/?([a-z][a-z0-9:-]*)(?=([\s/>]|$)?)(\s+[\w:-]+(?![\w:-]|\s*=))?/gi

/** `a<b and c>d` is text, although HTML would see a tag `b` with attributes. */
function isTag(name: string, end: string | undefined, bareAttribute: string | undefined): boolean {
  if (end === undefined || (name.length === 1 && bareAttribute !== undefined)) return false
  return inline.has(name) || others.has(name) || /[-:]/.test(name)
}

/** HTML, in which what merely looks like a tag is text: `a<b`, `5 < 10`, `<me@example.com>`. */
export const asMarkup = (text: string): string =>
  text.replace(OPENING, (tag, name: string, end?: string, bare?: string) =>
    isTag(name.toLowerCase(), end, bare) ? tag : `&lt;${tag.slice(1)}`,
  )

/**
 * Text without tags, comments, scripts and styles, with entities decoded. What
 * merely looks like HTML stays.
 */
export function withoutMarkup(text: string): string {
  if (!/[<&]/.test(text)) return text
  const markup = asMarkup(text)
  let plain = ''
  let silentIn: string | null = null
  /** The parser says nothing about a tag that does not end. */
  let read = 0
  const onTag = (name: string, isImplied: boolean) => {
    if (!inline.has(name)) plain += '\n'
    if (!isImplied) read = parser.endIndex + 1
  }
  const onSilence = () => {
    read = parser.endIndex + 1
  }
  const parser = new Parser({
    onopentag(name, _, isImplied) {
      onTag(name, isImplied)
      if (silent.has(name)) silentIn = name
    },
    onclosetag(name, isImplied) {
      onTag(name, isImplied)
      if (name === silentIn) silentIn = null
    },
    ontext(shown) {
      if (silentIn === null) plain += shown
      read = parser.endIndex + 1
    },
    oncomment: onSilence,
    onprocessinginstruction: onSilence,
  })
  parser.end(markup)
  return lines(silentIn === null ? plain + markup.slice(read) : plain)
}

const lines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
