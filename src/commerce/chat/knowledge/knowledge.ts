import type { Context } from '../../../api/context.ts'
import type { Product, Service, Store, Variant } from '../../../generated/prisma/client.ts'
import { decimalText, MICRO, microToNumber, shortPriceText } from '../../../platform/money.ts'
import { createReadCache } from '../../../platform/read-cache.ts'
import { withoutMarkup } from '../../../platform/text/markup.ts'
import { readContent } from '../../stores/read-content.ts'
import { knownProducts, knownServices, knownVariants } from './knowledge.sql.ts'
import { indexKnowledge, type KnowledgeIndex } from './knowledge-index.ts'

/** Its stock may be a second old; replies read stock again. */
export type KnownProduct = Product & { variants: Variant[] }

export interface Knowledge {
  store: Store
  /** Active, in display order, then newest first. */
  products: readonly KnownProduct[]
  services: readonly Service[]
  sentences: readonly string[]
  settings: readonly string[]
}

/** More would make indexing slow; the assistant does not know further products. */
const MAX_PRODUCTS = 2_000
const MAX_SERVICES = 200
/** In characters, like the limit of the bundle format. */
export const MAX_CONTEXT = 20_000

const ownSentences = (context: string): string[] => sentencesOf(withoutMarkup(context.slice(0, MAX_CONTEXT)))

async function readKnowledge(context: Context): Promise<Knowledge> {
  const { store } = context
  const [known, offered, { zones }] = await Promise.all([
    readContent(context, knownProducts, MAX_PRODUCTS).then((rows) => withVariants(context, rows)),
    readContent(context, knownServices, MAX_SERVICES),
    context.terms(),
  ])
  return {
    store,
    products: known,
    services: offered.map(withPlainTexts),
    sentences: ownSentences(store.chatContext),
    settings: settingsSentences(store, zones.length > 0),
  }
}

/** Replies quote these without their markup. */
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

/** A dot inside `2.5`, `a.m.` or an address does not end a sentence. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.trim().split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'(‘“])/u))
    .filter((sentence) => sentence !== '')
}

/** The flat fee means nothing there. */
const BY_ZONE =
  'What shipping and delivery cost depends on where the order goes: each product’s page and the cart show it for your address.'

/** For owners who have not described shipping, tax and loyalty. */
export function settingsSentences(store: Store, hasZones: boolean): string[] {
  return [hasZones ? BY_ZONE : shipping(store), tax(store), ...(store.loyaltyEnabled ? [loyalty(store)] : [])]
}

function shipping({ shippingFee, shippingFreeFrom, currency }: Store): string {
  if (shippingFee === 0n) return 'Shipping and delivery are free.'
  const free =
    shippingFreeFrom === null ? '' : `, and is free for orders from ${shortPriceText(shippingFreeFrom, currency)}`
  return `Shipping costs ${shortPriceText(shippingFee, currency)}${free}.`
}

function tax({ taxRateMicro, taxInclusive }: Store): string {
  if (taxRateMicro === 0 || taxInclusive) return 'All taxes (GST) are included in the prices.'
  const percent = Number(decimalText((BigInt(taxRateMicro) * 100n * 1000n) / MICRO, 3))
  return `Tax (GST) is not included in the prices: it is added at checkout, usually ${percent}%.`
}

function loyalty({ earnRateMicro, redeemRateMicro, currency }: Store): string {
  const worth = microToNumber(redeemRateMicro)
  return `Loyalty: customers with an account earn ${microToNumber(earnRateMicro)} points for every ${currency} 1 spent, and a point is worth ${currency} ${worth}.`
}

export interface KnowledgeCache {
  /** At most one second old. @param draft in place of the owner's words; it is indexed anew */
  find(context: Context, draft?: string): Promise<KnowledgeIndex>
}

const MAX_AGE_MS = 1_000
/** For all stores together; a fact takes about 10 KB. */
const MAX_FACTS = 5_000

/** The text index is slow to build, so it is rebuilt only when texts change. */
export function createKnowledgeCache({ maxFacts = MAX_FACTS } = {}): KnowledgeCache {
  const cache = createReadCache<KnowledgeIndex, Context>(
    { maxAgeMs: MAX_AGE_MS, maxSize: maxFacts, sizeOf: ({ size }) => Math.max(1, size) },
    async (_id, previous, context) => indexKnowledge(await readKnowledge(context), previous),
  )
  return {
    async find(context, draft) {
      const index = await cache.find(context.store.id, context)
      if (draft === undefined || draft === index.knowledge.store.chatContext) return index
      const { knowledge } = index
      const store = { ...knowledge.store, chatContext: draft }
      return indexKnowledge({ ...knowledge, store, sentences: ownSentences(draft) }, index)
    },
  }
}
