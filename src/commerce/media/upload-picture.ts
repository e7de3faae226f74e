import { randomUUID } from 'node:crypto'
import type { Context, Services } from '../../api/context.ts'
import type { Picture, Prisma, Store } from '../../generated/prisma/client.ts'
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

/** Before work that would be in vain. @throws Problem QUOTA_EXCEEDED */
export async function refuseFull(prisma: Pick<Tx, 'storeUsage'>, storeId: string): Promise<void> {
  const usage = await prisma.storeUsage.findFirst({ where: { storeId } })
  if (usage && usage.pictures >= MAX_PICTURES) throw full()
}

/** @throws Problem as `addPicture` */
export const uploadPicture = (
  context: Pick<Context, 'services' | 'store'> & ChangedBy,
  bytes: Buffer,
): Promise<Picture> =>
  addPicture(
    context,
    bytes,
    async (tx, { id }) =>
      void (await recordChange(tx, context, { subject: 'PICTURE', subjectId: id, action: 'CREATED' })),
    (work) => inTransaction(context.services.db.prisma, work),
  )

/** Nothing has a use for the picture: neither it nor its file is kept. */
export class UnusedPicture extends Error {}

type Tx = Prisma.TransactionClient
type AddServices = Pick<Services, 'db' | 'pictures' | 'media' | 'clock'>

/**
 * Upright, without metadata such as where it was taken; of an animation the first picture.
 * @param use in the transaction `transact` that adds it
 * @throws Problem BAD_USER_INPUT; QUOTA_EXCEEDED; UNAVAILABLE; what `use` throws
 */
export async function addPicture(
  { services, store }: { services: AddServices; store: Pick<Store, 'id'> },
  bytes: Buffer,
  use: (tx: Tx, picture: Picture) => Promise<void>,
  transact: (work: (tx: Tx) => Promise<Picture>) => Promise<Picture>,
): Promise<Picture> {
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
  await refuseFull(prisma, store.id)
  const prepared = await pictures.prepare(store.id, bytes)
  const key = { storeId: store.id, id: randomUUID() }
  const { width, height, thumbhash } = prepared
  await media.store(key.storeId, key.id, prepared.bytes)
  try {
    return await transact(async (tx) => {
      const data = { ...key, width, height, thumbhash, size: prepared.bytes.length, createdAt: clock() }
      const picture = await tx.picture.create({ data })
      await use(tx, picture)
      await takePlace(tx, store.id)
      return picture
    })
  } catch (error) {
    // Any other failure may be of a COMMIT whose confirmation got lost: then the picture needs its file.
    const isKnown = error instanceof UnusedPicture || (error instanceof Problem && error.code === 'QUOTA_EXCEEDED')
    if (isKnown) await media.remove(key.storeId, key.id)
    throw error
  }
}

/** Call it last in the transaction, because all uploads of the store wait for this row's lock. */
async function takePlace(tx: Prisma.TransactionClient, storeId: string): Promise<void> {
  const most = MAX_PICTURES
  const taken = await countWithin(tx, { table: 'store_usage', counter: 'pictures', most, storeId, day: null, by: null })
  if (taken === 0) throw full()
}
