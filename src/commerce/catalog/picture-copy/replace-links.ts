import type { Prisma } from '../../../generated/prisma/client.ts'
import { TOUCHED_WITH_VERSION, type UpdatableTable, updateRows } from '../../../platform/database/bulk-rows.ts'
import { lockRows } from '../../../platform/database/row-lock.sql.ts'
import { describedOnly, type PictureEntry } from '../pictures.ts'
import { indexProducts } from '../search/index/index-products.sql.ts'

const pictures = {
  name: 'products',
  key: 'id',
  columns: { id: ['id', 'uuid'], images: ['images', 'text[]'], media: ['media', 'jsonb'] },
  touched: TOUCHED_WITH_VERSION,
} as const satisfies UpdatableTable

interface Link {
  storeId: string
  url: string
}

/** Those of the products that show the picture, with their variants. */
export async function linkingProducts(
  db: Pick<Prisma.TransactionClient, 'product' | 'variant'>,
  { storeId, url }: Link,
  productIds: readonly string[],
): Promise<string[]> {
  if (productIds.length === 0) return []
  const ofProducts = { storeId, id: { in: [...productIds] }, images: { has: url } }
  const ofVariants = { storeId, productId: { in: [...productIds] }, picture: url }
  const products = await db.product.findMany({ where: ofProducts, select: { id: true } })
  const variants = await db.variant.findMany({ where: ofVariants, select: { productId: true } })
  return [...new Set([...products.map(({ id }) => id), ...variants.map(({ productId }) => productId)])].sort()
}

/**
 * Replaces the address where it still stands; what its owner has changed meanwhile stays. The copy has a size of its
 * own. @returns whether it stood anywhere
 */
export async function replaceLinks(
  tx: Prisma.TransactionClient,
  link: Link,
  productIds: readonly string[],
  path: string,
): Promise<boolean> {
  const { storeId, url } = link
  // In the order in which checkouts lock them.
  const locked = await lockRows(tx, 'products', { storeId, id: productIds }, ['id'])
  const there = locked.map(({ id }) => id)
  await lockRows(tx, 'variants', { storeId, productId: there }, ['id'])
  const ids = await linkingProducts(tx, link, there)
  const products = await tx.product.findMany({
    where: { storeId, id: { in: ids } },
    select: { id: true, images: true, media: true },
  })
  await updateRows(
    { tx, storeId },
    pictures,
    products.map(({ id, images, media }) => ({
      id,
      images: images.map((image) => (image === url ? path : image)),
      // `describedOnly` made what is stored.
      media: describedOnly(
        (media as unknown as PictureEntry[]).map((one) => (one.url === url ? { url: path, alt: one.alt } : one)),
      ),
    })),
  )
  await tx.variant.updateMany({ where: { storeId, productId: { in: ids }, picture: url }, data: { picture: path } })
  await indexProducts({ tx, storeId }, ids)
  return ids.length > 0
}

/** As `replaceLinks`, where the store itself shows the picture. */
export async function replaceOwnLinks(
  tx: Prisma.TransactionClient,
  { storeId, url }: Link,
  path: string,
): Promise<boolean> {
  const raised = { version: { increment: 1 } }
  const logo = await tx.store.updateMany({ where: { id: storeId, shopLogo: url }, data: { shopLogo: path, ...raised } })
  const hero = await tx.store.updateMany({
    where: { id: storeId, heroPicture: url },
    data: { heroPicture: path, ...raised },
  })
  return logo.count + hero.count > 0
}
