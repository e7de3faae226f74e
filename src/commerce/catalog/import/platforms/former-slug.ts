/** Pages of the shop. */
export const ALL_PRODUCTS = '/search'
export const categoryPage = (category: string): string => `/c/${encodeURIComponent(category)}`

/** No accents of their own, so that they stay when the others are removed. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', þ: 'th' }

/**
 * As other platforms make it of a name, decoded: other letters than Latin ones stay as they are.
 * @param between what becomes a hyphen; all else but letters, digits and hyphens is left out
 */
export const formerSlugOf = (name: string, between: RegExp = /[^\p{L}\p{M}\p{N}'’]+/gu): string =>
  name
    .toLowerCase()
    .replace(/\p{Script=Latin}\p{M}*/gu, (letter) => letters[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(between, '-')
    .replace(/[^\p{L}\p{M}\p{N}_-]/gu, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
