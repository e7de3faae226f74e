import MiniSearch from 'minisearch'

/** As `search.json` has it, without repetitions. */
export interface SearchIndex {
  kinds: string[]
  pages: [path: string, title: string][]
  /** The anchor is 0 when it is the title. */
  entries: [page: number, anchor: string | 0, title: string, kind: number, text: string][]
}

export interface Found {
  /** Below `/docs`, with the anchor. */
  href: string
  title: string
  page: string
  kind: string
  text: string
}

/** What explains comes before what is one of hundreds of fields. */
const boosts: Record<string, number> = { guide: 3, REST: 2 }

interface Indexed extends Found {
  id: number
}

/** `salePrice` is found by `sale`, by `price` and by `saleprice`; `sale_price` too. */
const words = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
    const parts = word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    return parts.length > 1 ? [word, ...parts] : [word]
  })

export type Find = (query: string) => Found[]

export function createFind({ kinds, pages, entries }: SearchIndex): Find {
  const search = new MiniSearch<Indexed>({
    fields: ['title', 'page', 'text'],
    storeFields: ['href', 'title', 'page', 'kind', 'text'],
    tokenize: words,
    searchOptions: {
      boost: { title: 5, page: 1.5 },
      boostDocument: (_id, _term, stored) => boosts[String(stored?.kind)] ?? 1,
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  search.addAll(
    entries.map(([index, given, title, kind, text], id) => {
      const [path = '', page = ''] = pages[index] ?? []
      const anchor = given === 0 ? title : given
      return { id, href: anchor === '' ? path : `${path}#${anchor}`, title, page, kind: kinds[kind] ?? '', text }
    }),
  )
  return (query) => {
    const strict = search.search(query)
    const results = strict.length > 0 ? strict : search.search(query, { combineWith: 'OR' })
    const found = results.map(({ href, title, page, kind, text }): Found => ({ href, title, page, kind, text }))
    const typed = query.trim().replace(/\.$/, '').toLowerCase()
    return found
      .map((one, index) => ({ one, rank: rank(one, typed), index }))
      .sort((a, b) => a.rank - b.rank || a.index - b.index)
      .map(({ one }) => one)
  }
}

/** A name that was typed whole comes first. */
function rank({ title, href }: Found, query: string): number {
  const [name, anchor] = [title.toLowerCase(), href.split('#')[1]?.toLowerCase()]
  if (name === query || anchor === query) return 0
  return name.endsWith(`.${query}`) ? 1 : 2
}
