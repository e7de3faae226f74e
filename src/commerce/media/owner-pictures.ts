import type { Context, OwnerContext } from '../../api/context.ts'
import type { Picture, Prisma } from '../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../../platform/counted-page.ts'
import { newestFirst } from '../../platform/pagination.ts'
import { Problem } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'
import { type ChangedBy, recordChange } from '../history/record-change.ts'
import { changeContent } from '../stores/change-content.ts'
import { unusedOf, usedPictures } from './picture-uses.ts'

/** Newest first. @throws Problem BAD_USER_INPUT */
export async function listPictures(
  context: Pick<OwnerContext, 'services' | 'store'>,
  { used, ...page }: CountedPageArgs & { used?: boolean | null | undefined },
): Promise<CountedConnection<Picture>> {
  const { services, store } = context
  const ids = used == null ? [] : await usedPictures(context)
  const where: Prisma.PictureWhereInput = {
    storeId: store.id,
    ...(used != null && { id: used ? { in: ids } : { notIn: ids } }),
  }
  return countedRows(newestFirst, page, services.db.prisma.picture, where)
}

/** Products keep the address, which then leads nowhere. @throws Problem NOT_FOUND */
export async function deletePicture(
  context: Pick<Context, 'services' | 'store'> & ChangedBy,
  id: string,
): Promise<Picture> {
  const { services, store } = context
  const notFound = new Problem('NOT_FOUND', 'Picture not found')
  if (!isUuid(id)) throw notFound
  const where = { storeId: store.id, id: id.toLowerCase() }
  const picture = await changeContent(context, async (tx) => {
    const found = await tx.picture.findUnique({ where: { storeId_id: where } })
    const { count } = await tx.picture.deleteMany({ where })
    if (!found || count === 0) throw notFound
    await recordChange(tx, context, { subject: 'PICTURE', subjectId: where.id, action: 'DELETED' })
    // Last, as uploadPicture does.
    await tx.storeUsage.updateMany({
      where: { storeId: store.id, pictures: { gt: 0 } },
      data: { pictures: { decrement: 1 } },
    })
    return found
  })
  await services.media.remove(where.storeId, where.id)
  return picture
}

export const MOST_DELETED = 100

/**
 * Those of the pictures that neither a product nor a page nor the store itself uses.
 * @returns the ids of the deleted ones @throws Problem BAD_USER_INPUT for more than `MOST_DELETED`
 */
export async function deleteUnusedPictures(
  context: Pick<Context, 'services' | 'store'> & ChangedBy,
  given: readonly string[],
): Promise<string[]> {
  const { services, store } = context
  if (given.length > MOST_DELETED) {
    throw new Problem('BAD_USER_INPUT', `ids: expected at most ${MOST_DELETED}, found ${given.length}`, {
      field: 'ids',
    })
  }
  const asked = [...new Set(given.filter(isUuid).map((id) => id.toLowerCase()))]
  const deleted = await changeContent(context, async (tx) => {
    const now = await tx.store.findUniqueOrThrow({ where: { id: store.id } })
    const unused = { storeId: store.id, id: { in: await unusedOf(tx, now, asked) } }
    const found = (await tx.picture.findMany({ where: unused, select: { id: true } })).map(({ id }) => id)
    const { count } = await tx.picture.deleteMany({ where: { storeId: store.id, id: { in: found } } })
    if (count === 0) return []
    const [first] = found
    await recordChange(tx, context, {
      ...{ subject: 'PICTURE', action: 'DELETED' },
      ...(found.length === 1 && first ? { subjectId: first } : { detail: `${found.length} unused pictures` }),
    })
    // Last, as uploadPicture does.
    await tx.storeUsage.updateMany({
      where: { storeId: store.id, pictures: { gte: count } },
      data: { pictures: { decrement: count } },
    })
    return found
  })
  await Promise.all(deleted.map((id) => services.media.remove(store.id, id)))
  return deleted
}
