import { createHash, randomBytes } from 'node:crypto'
import { expired } from '../platform/database/retention.ts'
import { DAY_MS } from '../platform/time.ts'

/** How long a visitor sees the protected pages without giving the password again. */
export const TOKEN_LIFETIME_MS = DAY_MS

export const accessTokenRetention = expired('access_tokens')

const BYTES = 32

export const newToken = (): string => randomBytes(BYTES).toString('hex')

/** Tokens are stored as this hash. They are long and random, so a plain SHA-256 is enough. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

export const isToken = (text: string): boolean => /^[\da-f]{64}$/.test(text)
