import { type UpdatableTable, updateRows } from '../../platform/database/bulk-rows.ts'
import type { ServiceEntry } from './store-format.ts'
import { differs, given, isNotEmpty, type StoreWrite } from './store-write.ts'

const table = {
  name: 'services',
  key: 'name',
  columns: {
    name: ['name', 'text'],
    description: ['description', 'text'],
    price: ['price', 'bigint'],
    position: ['position', 'integer'],
  },
} as const satisfies UpdatableTable

/** Found by name. */
export async function writeServices(
  target: Pick<StoreWrite, 'tx' | 'storeId'>,
  services: readonly ServiceEntry[],
): Promise<void> {
  const { tx, storeId } = target
  const rows = await tx.service.findMany({ where: { storeId } })
  const existing = new Map(rows.map((row) => [row.name, row]))

  const created = []
  const updated = []
  for (const [position, { name, description, price }] of services.entries()) {
    const row = existing.get(name)
    const wanted = { ...given({ description, price }), position }
    if (!row) created.push({ storeId, name, ...wanted })
    else if (differs(row, wanted)) updated.push({ ...row, ...wanted })
  }
  if (isNotEmpty(created)) await tx.service.createMany({ data: created })
  await updateRows(target, table, updated)
}
