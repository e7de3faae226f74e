/** What is left to fill, as it stands in the texts of templates. */
export const gap = (what: string): string => `[… ${what}]`

const GAPS = /\[…[^\]\n]*\]/g

/** What is left to fill in a text. */
export const gapsIn = (text: string): string[] => text.match(GAPS) ?? []
