import type { Prisma } from '../../../generated/prisma/client.ts'

interface Write {
  tx: Pick<Prisma.TransactionClient, 'redirect'>
  storeId: string
}

/** From now on the earlier slug leads to the product, wherever it goes later. */
export async function keepFormerSlug(write: Write, productId: string, { from, to }: { from: string; to: string }) {
  await forgetFormerSlugs(write, [to])
  const key = { storeId: write.storeId, kind: 'SLUG', source: from } as const
  await write.tx.redirect.upsert({
    where: { storeId_kind_source: key },
    create: { ...key, productId },
    update: { productId },
  })
}

/** Of slugs that products have taken. A redirect that is left hides none: it is read only where no product is found. */
export const forgetFormerSlugs = ({ tx, storeId }: Write, slugs: readonly string[]) =>
  tx.redirect.deleteMany({ where: { storeId, kind: 'SLUG', source: { in: [...slugs] } } })
