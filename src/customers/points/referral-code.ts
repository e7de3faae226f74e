import { randomBytes } from 'node:crypto'
import { crockford } from '../../platform/text/crockford.ts'

const LENGTH = 8

/** A random code of 40 bits, such as `7ZK3Q0V9`. */
export const referralCode = (): string => crockford(randomBytes(LENGTH))
