import { comparableText } from '../platform/text/text.ts'

/** Categories are compared by this key: case, blanks and how accents are encoded do not count. */
export const categoryKey = comparableText
