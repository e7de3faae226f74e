import { plainText } from '../platform/text/typed-text.ts'

/** Codes are compared in this form: case, outer blanks, full-width letters and what nobody sees do not count. */
export const discountKey = (code: string): string => plainText(code).trim().toUpperCase()
