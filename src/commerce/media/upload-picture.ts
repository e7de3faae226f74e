import { randomUUID } from 'node:crypto'
import type { Context } from '../../api/context.ts'
import type { Picture, Prisma } from '../../generated/prisma/client.ts'
import { countWithin } from '../../platform/database/count-within.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { isHeic, pictureType } from '../../platform/pictures/picture-maker.ts'
import { Problem } from '../../platform/problem.ts'
import { type ChangedBy, recordChange } from '../history/record-change.ts'

/** Per store. */
export const MAX_PICTURES = 10_000

const HEIC =
  'HEIC pictures are not supported. Save it as JPEG; on the iPhone choose Settings > Camera > Formats > Most Compatible for new ones.'

const full = () =>
  new Problem('QUOTA_EXCEEDED', `A store can have at most ${MAX_PICTURES} pictures. Delete some first.`, {
    reason: 'LIMIT_REACHED',
  })

/**
 * Upright, without metadata such as where it was taken; of an animation the first picture.
 * @throws Problem BAD_USER_INPUT; QUOTA_EXCEEDED; UNAVAILABLE
 */
export async function uploadPicture(
  context: Pick<Context, 'services' | 'store'> & ChangedBy,
  bytes: Buffer,
): Promise<Picture> {
  const { services, store } = context
  if (!pictureType(bytes)) {
    throw new Problem(
      'BAD_USER_INPUT',
      isHeic(bytes) ? HEIC : 'This file type is not supported. Upload a JPEG, PNG, WebP, AVIF or GIF.',
    )
  }
  const {
    db: { prisma },
    pictures,
    media,
    clock,
  } = services
  const usage = await prisma.storeUsage.findFirst({ where: { storeId: store.id } })
  if (usage && usage.pictures >= MAX_PICTURES) throw full()

  const prepared = await pictures.prepare(store.id, bytes)
  const key = { storeId: store.id, id: randomUUID() }
  const { width, height, thumbhash } = prepared
  await media.store(key.storeId, key.id, prepared.bytes)
  try {
    return await inTransaction(prisma, async (tx) => {
      const data = { ...key, width, height, thumbhash, size: prepared.bytes.length, createdAt: clock() }
      const picture = await tx.picture.create({ data })
      await recordChange(tx, context, { subject: 'PICTURE', subjectId: key.id, action: 'CREATED' })
      await takePlace(tx, store.id)
      return picture
    })
  } catch (error) {
    // Any other failure may be of a COMMIT whose confirmation got lost: then the picture needs its file.
    if (error instanceof Problem && error.code === 'QUOTA_EXCEEDED') await media.remove(key.storeId, key.id)
    throw error
  }
}

/** Call it last in the transaction, because all uploads of the store wait for this row's lock. */
async function takePlace(tx: Prisma.TransactionClient, storeId: string): Promise<void> {
  const most = MAX_PICTURES
  const taken = await countWithin(tx, { table: 'store_usage', counter: 'pictures', most, storeId, day: null, by: null })
  if (taken === 0) throw full()
}
