import { randomBytes } from 'node:crypto'

/** Whether PostgreSQL accepts the text as a UUID. No row can have any other text as its id. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

let lastMs = 0
let count = 0

/**
 * Makes a UUID of version 7, which sorts by time, as Prisma does; for rows that are not written through Prisma. Those
 * that this process makes one after another for the same millisecond sort in their order, up to 2,048 of them.
 */
export function newUuid(now: number): string {
  const bytes = randomBytes(16)
  count = now === lastMs ? Math.min(count + 1, 0xfff) : bytes.readUInt16BE(6) & 0x7ff
  lastMs = now
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt16BE(0x7000 | count, 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
