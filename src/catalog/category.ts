/** Categories are compared by this key: case and outer blanks do not count. */
export const categoryKey = (name: string): string => name.trim().toLowerCase()
