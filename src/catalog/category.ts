import { comparableText } from '../platform/text.ts'

/** Categories are compared by this key: case and blanks do not count. */
export const categoryKey = comparableText
