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

/** Also of those who have no role in the store any more. */
const personNames = defineLoader<string, string | null>(async ({ services }, ids) => {
  const persons = await services.db.prisma.person.findMany({
    where: { id: { in: ids.filter((id) => isUuid(id)) } },
    select: { id: true, name: true },
  })
  const names = new Map(persons.map(({ id, name }) => [id, name]))
  return ids.map((id) => names.get(id) ?? null)
})

/** `owner:<key id>` becomes `owner: ` and the key's name, and `person:<id>` becomes `person: ` and theirs. */
export async function nameActor(context: Context, actor: string): Promise<string> {
  const [, kind, id] = /^(owner|person):(.+)$/.exec(actor) ?? []
  if (!kind || !id) return actor
  const name = await (kind === 'owner' ? keyNames : personNames)(context).load(id)
  return name === null ? kind : `${kind}: ${name}`
}
