import type { Context } from '../../api/context.ts'
import { defineLoader } from '../../api/graphql/schema/loader.ts'
import { isUuid } from '../../platform/uuid.ts'

const keyNames = defineLoader<string, string | null>(async ({ services, store }, ids) => {
  const keys = await services.db.prisma.ownerKey.findMany({
    where: { storeId: store.id, id: { in: ids.filter((id) => isUuid(id)) } },
    select: { id: true, name: true },
  })
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? null)
})

/** `owner:<key id>` becomes `owner: ` and the key's name. */
export async function nameActor(context: Context, actor: string): Promise<string> {
  const id = /^owner:(.+)$/.exec(actor)?.[1]
  if (!id) return actor
  const name = await keyNames(context).load(id)
  return name === null ? 'owner' : `owner: ${name}`
}
