import type { Services } from '../../src/api/context.ts'
import { linkKey } from '../../src/commerce/catalog/picture-copy/links.ts'

/** A copy of linked pictures that goes on, of which one has failed. */
export async function begunCopy(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  storeId: string,
  name: string,
  productId: string,
) {
  const now = clock()
  const copy = await db.prisma.pictureCopy.create({
    data: { storeId, status: 'RUNNING', searched: true, ranAt: now, createdAt: now },
  })
  const url = `https://old.example.com/${name}.jpg`
  await db.prisma.linkedPicture.create({
    data: {
      ...{ storeId, copyId: copy.id, key: linkKey(url), url, status: 'FAILED', reason: `Gone at ${name}` },
      ...{ productIds: [productId], expiresAt: now },
    },
  })
}
