import { createHash, randomBytes } from 'node:crypto'
import { crockford, typedCrockford } from '../text/crockford.ts'

/** Of 5 bits each. */
const CHARACTERS = 20

/** 100 random bits, such as `7ZK3Q-0V9TB-M2X8R-HD4WC`; readable as people type it. */
export const newCode = (): string => crockford(randomBytes(CHARACTERS)).replace(/.{5}(?!$)/g, '$&-')

/** Codes are long and random, so a hash without salt suffices. */
export const hashOfCode = (code: string): string => createHash('sha256').update(typedCrockford(code)).digest('hex')
