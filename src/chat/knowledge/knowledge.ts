import type { Services } from '../../gateway/context.ts'
import type { Product, Service, Store, Variant } from '../../generated/prisma/client.ts'
import { sentencesOf } from './sentences.ts'
import { settingsSentences } from './settings-sentences.ts'

/** A product as the assistant knows it. Stock in it may be a second old: what is told about stock is read anew. */
export type KnownProduct = Product & { variants: Variant[] }

/** What the assistant of a store can speak about. */
export interface Knowledge {
  store: Store
  /** Active ones, in display order, then newest first. */
  products: readonly KnownProduct[]
  services: readonly Service[]
  /** The owner's own words. */
  sentences: readonly string[]
  /** What the store's settings say. */
  settings: readonly string[]
}

/** More would make the index of one store slow to build; the others are found in the catalogue. */
const MAX_PRODUCTS = 2_000
const MAX_SERVICES = 200
/** Characters. The owner's text has at most 20,000 when it comes from a bundle. */
const MAX_CONTEXT = 20_000

export async function readKnowledge({ prisma }: Pick<Services, 'prisma'>, store: Store): Promise<Knowledge> {
  const [products, services] = await Promise.all([
    prisma.product.findMany({
      where: { storeId: store.id, active: true },
      include: { variants: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
      orderBy: [{ displayOrder: 'asc' }, { createdAt: 'desc' }, { id: 'desc' }],
      take: MAX_PRODUCTS,
    }),
    prisma.service.findMany({
      where: { storeId: store.id },
      orderBy: [{ position: 'asc' }, { name: 'asc' }],
      take: MAX_SERVICES,
    }),
  ])
  return {
    store,
    products,
    services,
    sentences: sentencesOf(store.chatContext.slice(0, MAX_CONTEXT)),
    settings: settingsSentences(store),
  }
}
