import type { Context } from '../../gateway/context.ts'
import { Prisma, type Product, type Service, type Store, type Variant } from '../../generated/prisma/client.ts'
import { columnsOf, storeStatement } from '../../platform/database/store-statement.ts'
import { withoutMarkup } from '../../platform/markup.ts'
import { readContent } from '../../stores/read-content.ts'
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

const columns = (fields: object) => columnsOf(Object.keys(fields))

const products = storeStatement<Product>(
  'products to know',
  `SELECT ${columns(Prisma.ProductScalarFieldEnum)} FROM products WHERE store_id = $1 AND active
   ORDER BY display_order, created_at DESC, id DESC LIMIT $2`,
)
const variants = storeStatement<Variant>(
  'variants to know',
  `SELECT ${columns(Prisma.VariantScalarFieldEnum)} FROM variants
   WHERE store_id = $1 AND product_id = ANY ($2::uuid[]) ORDER BY position, id`,
)
const services = storeStatement<Service>(
  'services to know',
  `SELECT ${columns(Prisma.ServiceScalarFieldEnum)} FROM services WHERE store_id = $1 ORDER BY position, name LIMIT $2`,
)

export async function readKnowledge(context: Context): Promise<Knowledge> {
  const { store } = context
  const [known, offered] = await Promise.all([
    readContent(context, products, MAX_PRODUCTS).then((rows) => withVariants(context, rows)),
    readContent(context, services, MAX_SERVICES),
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
  const found = rows.length === 0 ? [] : await readContent(context, variants, [...byProduct.keys()])
  for (const variant of found) byProduct.get(variant.productId)?.push(variant)
  return rows.map((product) => ({ ...product, variants: byProduct.get(product.id) ?? [] }))
}
