import type { Prisma, ProductImport } from '../../../../generated/prisma/client.ts'
import { inPieces } from '../file-body.ts'
import type { PartKind } from './import-status.ts'
import { type PartBytes, readPart, writePart } from './part-bytes.sql.ts'

/** Small enough to arrive within the time of a request on a bad connection. */
export const PART_BYTES = 1024 * 1024

type Import = Pick<ProductImport, 'storeId' | 'id'>
type Parts = Pick<Prisma.TransactionClient, 'productImportPart'> & PartBytes

export const partsOf = ({ storeId, id }: Import, kind: PartKind) => ({ storeId, importId: id, kind })

export const partCount = (bytes: number): number => Math.ceil(bytes / PART_BYTES)

/** The bytes that the part of a file has. */
export const partLength = (fileBytes: number, number: number): number =>
  Math.max(0, Math.min(PART_BYTES, fileBytes - number * PART_BYTES))

/** Read one by one, as fast as they are consumed. */
export async function* readParts(
  db: Parts,
  product: Import,
  kind: PartKind,
  onPart: (number: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const bytes = await readPart(db, { ...partsOf(product, kind), number })
    if (!bytes) return
    onPart(number)
    yield* inPieces(bytes)
  }
}

/** Replaces what is stored. */
export async function writeParts(
  db: Parts,
  product: Import,
  kind: PartKind,
  texts: AsyncIterable<string>,
  createdAt: Date,
): Promise<void> {
  await db.productImportPart.deleteMany({ where: partsOf(product, kind) })
  let held: Buffer[] = []
  let size = 0
  let number = 0
  const write = async () => {
    await writePart(db, { ...partsOf(product, kind), number }, Buffer.concat(held), createdAt)
    number += 1
    held = []
    size = 0
  }
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    held.push(bytes)
    size += bytes.length
    if (size >= PART_BYTES) await write()
  }
  if (size > 0) await write()
}
