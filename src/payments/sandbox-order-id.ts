import { randomBytes } from 'node:crypto'

const STORE_BYTES = 16
/** 27 bytes together with the store's id: a multiple of three has exactly one spelling in base64url. */
const RANDOM_BYTES = 11

/**
 * Makes a new provider order id of the sandbox. It contains the store's id, so that the order is found without asking
 * every shard.
 */
export function newSandboxOrderId(storeId: string): string {
  const store = Buffer.from(storeId.replaceAll('-', ''), 'hex')
  return `order_${Buffer.concat([store, randomBytes(RANDOM_BYTES)]).toString('base64url')}`
}

/** Reads the store's id from an order id; null when it is not an id of the sandbox. */
export function storeOfSandboxOrder(providerOrderId: string): string | null {
  const encoded = /^order_([\w-]{36})$/.exec(providerOrderId)?.[1]
  if (encoded === undefined) return null
  const hex = Buffer.from(encoded, 'base64url').toString('hex', 0, STORE_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
