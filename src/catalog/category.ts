/** What two spellings of one category have in common: filters compare this. */
export const categoryKey = (name: string): string => name.trim().toLowerCase()
