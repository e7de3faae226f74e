import { z } from 'zod'

/** A DNS label in lower case, which names a store in its address. */
export const subdomainPattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export const isSubdomain = (text: string): boolean => subdomainPattern.test(text)

const MAX_LENGTH = 255

/** Whether a browser's `<input type=email>` would accept the text and it has at most 255 characters. */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_LENGTH && z.regexes.html5Email.test(text)

export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

/** Whether a text is no URL with a user name or a password, which would be shown to everybody. */
export function isWithoutUser(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
