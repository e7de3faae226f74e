/** A page before its frame. */
export interface Page {
  /** Below `/docs`, without a slash at its beginning; empty for the first page. */
  path: string
  title: string
  /** One sentence, for lists of pages and search engines. */
  summary: string
  group: Group
  /** HTML, without the frame. Links to other pages are `docs:PATH#ANCHOR`, to others of this server `gateway:PATH`. */
  body: string
  sections: Section[]
}

export interface Section {
  /** Empty for the page itself. */
  anchor: string
  /** What the page's table of contents shows; null when it does not. */
  contents: { level: number; text: string } | null
  /** What is found by the search; null when something else leads here. */
  entry: Entry | null
}

export interface Entry {
  title: string
  kind: Kind
  text: string
}

export const groups = ['Storefronts', 'Owners', 'Operators', 'REST', 'GraphQL', 'Owner’s GraphQL', 'Project'] as const
export type Group = (typeof groups)[number]

export const kinds = ['guide', 'REST', 'GraphQL', 'owner’s GraphQL'] as const
/** Where something is from: shown beside what is found. */
export type Kind = (typeof kinds)[number]
