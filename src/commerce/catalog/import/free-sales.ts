import type { Prisma } from '../../../generated/prisma/client.ts'
import { chunks } from '../../stores/store-write.ts'
import { freeSales, type ProductDraft, type RowMistake } from './product-rows.ts'

/** What is given away already, such as in an exported list, is meant. */
export async function newFreeSales(
  prisma: Pick<Prisma.TransactionClient, 'product'>,
  storeId: string,
  products: readonly ProductDraft[],
  slugs: readonly string[],
  allowFreeName: string | undefined,
): Promise<RowMistake[]> {
  const found = products.flatMap((product, index) => {
    const mistakes = freeSales(product, allowFreeName)
    return mistakes.length === 0 ? [] : [{ slug: slugs[index] ?? '', mistakes }]
  })
  const isFree = { salePrice: 0n }
  const free = new Set<string>()
  for (const { entries } of chunks(found)) {
    const stored = await prisma.product.findMany({
      where: {
        storeId,
        slug: { in: entries.map(({ slug }) => slug) },
        OR: [isFree, { variants: { some: { storeId, ...isFree } } }],
      },
      select: { slug: true },
    })
    for (const { slug } of stored) free.add(slug)
  }
  return found.flatMap(({ slug, mistakes }) => (free.has(slug) ? [] : mistakes))
}
