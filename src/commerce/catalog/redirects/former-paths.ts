import type { Context } from '../../../api/context.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { isStorableText } from '../../../platform/text/text.ts'
import { readContent } from '../../stores/read-content.ts'
import { slugByFormerPath } from '../products-read.sql.ts'

/** In characters. */
const LONGEST_PATH = 500

const isKept = (path: string): boolean => path.length <= LONGEST_PATH && isStorableText(path)

/** Paths of the site from which products were moved in, by the slugs that these have now. */
export async function keepFormerPaths(
  { tx, storeId }: { tx: Pick<Prisma.TransactionClient, 'product' | 'redirect'>; storeId: string },
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const kept = [...paths].filter(([, path]) => isKept(path))
  if (kept.length === 0) return
  const products = await tx.product.findMany({
    where: { storeId, slug: { in: kept.map(([slug]) => slug) } },
    select: { id: true, slug: true },
  })
  const ids = new Map(products.map(({ id, slug }) => [slug, id]))
  const rows = kept.flatMap(([slug, source]) => {
    const productId = ids.get(slug)
    return productId === undefined ? [] : [{ storeId, kind: 'PATH', source, productId } as const]
  })
  await tx.redirect.deleteMany({ where: { storeId, kind: 'PATH', source: { in: rows.map(({ source }) => source) } } })
  await tx.redirect.createMany({ data: rows })
}

/** @param path decoded @returns the slug of the product that had it; null for none */
export async function findMovedSlug(context: Context, path: string): Promise<string | null> {
  if (!isKept(path)) return null
  const [product] = await readContent(context, slugByFormerPath, path)
  return product?.slug ?? null
}
