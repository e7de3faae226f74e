import type { Product, Service, Store, Variant } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { withoutMarkup } from '../../platform/text/markup.ts'
import { readContent } from '../../stores/read-content.ts'
import { knownProducts, knownServices, knownVariants } from './knowledge.sql.ts'
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

export async function readKnowledge(context: Context): Promise<Knowledge> {
  const { store } = context
  const [known, offered] = await Promise.all([
    readContent(context, knownProducts, MAX_PRODUCTS).then((rows) => withVariants(context, rows)),
    readContent(context, knownServices, MAX_SERVICES),
  ])
  return {
    store,
    products: known,
    services: offered.map(withPlainTexts),
    sentences: sentencesOf(withoutMarkup(store.chatContext.slice(0, MAX_CONTEXT))),
    settings: settingsSentences(store),
  }
}

/** What replies quote: the name and the description without the markup that shops put there for their pages. */
export const withPlainTexts = <Row extends { name: string; description: string }>(row: Row): Row => ({
  ...row,
  name: withoutMarkup(row.name),
  description: withoutMarkup(row.description),
})

async function withVariants(context: Context, rows: readonly Product[]): Promise<KnownProduct[]> {
  const byProduct = new Map(rows.map(({ id }) => [id, [] as Variant[]]))
  const found = rows.length === 0 ? [] : await readContent(context, knownVariants, [...byProduct.keys()])
  for (const variant of found) byProduct.get(variant.productId)?.push(variant)
  return rows.map((product) => ({ ...product, variants: byProduct.get(product.id) ?? [] }))
}
