import { z } from 'zod'

/** A DNS label in lower case. */
export const subdomainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export const isSubdomain = (text: string): boolean => subdomainPattern.test(text)

const MAX_LENGTH = 255

/** As a browser's `<input type=email>`, with at most 255 characters. */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_LENGTH && z.regexes.html5Email.test(text)

/** Without what ends it in HTML and in texts: in a URL quotes and angle brackets are written as `%22`, `%3C`, `%3E`. */
export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\p{Cc}"<>]+$/iu.test(text) && URL.canParse(text)

/** User names and passwords in a URL would be shown to everybody. */
export function isWithoutUser(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
