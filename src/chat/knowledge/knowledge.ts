import type { Services } from '../../gateway/context.ts'
import type { Product, Service, Store, Variant } from '../../generated/prisma/client.ts'
import { sentencesOf } from './sentences.ts'
import { settingsSentences } from './settings-sentences.ts'

/** A cached product. Its stock may be a second old; replies read stock again from the database. */
export type KnownProduct = Product & { variants: Variant[] }

export interface Knowledge {
  store: Store
  /** Active products in display order, then newest first. */
  products: readonly KnownProduct[]
  services: readonly Service[]
  /** Sentences of the owner's text for the assistant. */
  sentences: readonly string[]
  /** Sentences made from the store's settings. */
  settings: readonly string[]
}

/** More products would make indexing slow. The assistant does not know those beyond this limit. */
const MAX_PRODUCTS = 2_000
const MAX_SERVICES = 200
/** In characters, which is the limit of the bundle format, too. */
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
