import { randomBytes } from 'node:crypto'

const STORE_BYTES = 16
/** Makes 27 bytes with the store's: base64url of a multiple of three has one spelling. */
const RANDOM_BYTES = 11

/** A new provider order id of the sandbox. It names its store, so that the order is found without asking every shard. */
export function newSandboxOrderId(storeId: string): string {
  const store = Buffer.from(storeId.replaceAll('-', ''), 'hex')
  return `order_${Buffer.concat([store, randomBytes(RANDOM_BYTES)]).toString('base64url')}`
}

/** The id of the store that it names; null for what is no id of the sandbox. */
export function storeOfSandboxOrder(providerOrderId: string): string | null {
  const encoded = /^order_([\w-]{36})$/.exec(providerOrderId)?.[1]
  if (encoded === undefined) return null
  const hex = Buffer.from(encoded, 'base64url').toString('hex', 0, STORE_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
