import { createHash, randomBytes } from 'node:crypto'

/** Of a session of the console, with 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** A plain SHA-256 of so many random bits cannot be reversed by guessing. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')
