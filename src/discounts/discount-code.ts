/** Codes are compared in this form: case and outer blanks do not count. */
export const discountKey = (code: string): string => code.trim().toUpperCase()
