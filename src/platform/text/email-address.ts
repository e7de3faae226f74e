import { z } from 'zod'

const MAX_LENGTH = 255

/** Whether a browser's `<input type=email>` would accept the text and it has at most 255 characters. */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_LENGTH && z.regexes.html5Email.test(text)
