import type { Picture } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { type ChangedBy, recordChange } from '../history/record-change.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../platform/counted-page.ts'
import { newestFirst } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { isUuid } from '../platform/uuid.ts'
import { changeContent } from '../stores/change-content.ts'

/** Newest first. @throws Problem BAD_USER_INPUT */
export async function listPictures(
  { services, store }: Pick<Context, 'services' | 'store'>,
  page: CountedPageArgs,
): Promise<CountedConnection<Picture>> {
  const { picture } = services.db.prisma
  return countedRows(newestFirst, page, picture, { storeId: store.id })
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
