import type { SqlClient } from '../../../../platform/database/sql.ts'
import type { PartKind } from './import-status.ts'

// SQL, since Prisma and the embedded database take ten times as long for a megabyte that is not base64.

export type PartBytes = Pick<SqlClient, '$queryRaw' | '$executeRaw'>

export interface PartName {
  storeId: string
  importId: string
  kind: PartKind
  /** From 0. */
  number: number
}

/** In place of one that is there. */
export async function writePart(
  db: PartBytes,
  { storeId, importId, kind, number }: PartName,
  bytes: Buffer,
  createdAt: Date,
): Promise<void> {
  await db.$executeRaw`
    INSERT INTO product_import_parts (store_id, import_id, kind, number, bytes, created_at)
    VALUES (${storeId}::uuid, ${importId}::uuid, ${kind}, ${number}, decode(${bytes.toString('base64')}, 'base64'), ${createdAt})
    ON CONFLICT (store_id, import_id, kind, number)
    DO UPDATE SET bytes = excluded.bytes, created_at = excluded.created_at`
}

/** Null when there is none. */
export async function readPart(db: PartBytes, { storeId, importId, kind, number }: PartName): Promise<Buffer | null> {
  const [part] = await db.$queryRaw<{ base64: string }[]>`
    SELECT encode(bytes, 'base64') AS base64 FROM product_import_parts
    WHERE store_id = ${storeId}::uuid AND import_id = ${importId}::uuid AND kind = ${kind} AND number = ${number}`
  return part ? Buffer.from(part.base64, 'base64') : null
}
