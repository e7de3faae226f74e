/** The regions of a country. */
export interface KnownRegions {
  /** What the country calls them. */
  word: string
  /** By the second part of their ISO 3166-2 code; earlier codes and other names after a stroke. */
  names: Readonly<Record<string, string>>
}

/** `AB Alberta, BC British Columbia|BC`: a code and its names. */
export const region = (word: string, list: string): KnownRegions => ({
  word,
  names: Object.fromEntries(
    list.split(/\s*,\s*/).map((entry) => {
      const [, code = '', names = ''] = /^(\S+)\s+(.+)$/s.exec(entry.trim()) ?? []
      return [code, names.replace(/\s+/g, ' ')]
    }),
  ),
})
