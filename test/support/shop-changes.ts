import { callerWithKey } from '../../src/api/admission/caller.ts'
import type { Services } from '../../src/api/context.ts'
import { importBundle } from '../../src/commerce/bundle/import-bundle.ts'
import { checkBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import type { ProductInput } from '../../src/commerce/catalog/change/product-change.ts'
import { archiveProduct, upsertProduct } from '../../src/commerce/catalog/change/upsert-product.ts'
import { importProductRows } from '../../src/commerce/catalog/import/import-product-rows.ts'
import { ProductDrafts } from '../../src/commerce/catalog/import/product-rows.ts'
import { changeStock, setStock } from '../../src/commerce/catalog/stock/set-stock.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { approveReview, rejectReview } from '../../src/commerce/reviews/moderate-review.ts'
import { updateStore } from '../../src/commerce/stores/update-store.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import type { Shop } from './shop.ts'

// Every kind of change that visitors see, and a plain model of what they see then.

/** What visitors see of a store with one product and one review. */
export interface Shown {
  name: string
  price: number
  picture: string | null
  sizes: readonly string[]
  stock: number
  onSale: boolean
  approved: boolean
  business: string
  open: boolean
}

export interface Scene {
  store: Store
  productId: string
  reviewId: string
}

export const firstShown: Shown = {
  ...{ name: 'Assam', price: 100, picture: null, sizes: [], stock: 5, onSale: true },
  ...{ approved: false, business: 'Tea House', open: true },
}

export async function openScene(shop: Shop): Promise<Scene> {
  const { name, price, stock, business, approved } = firstShown
  const store = await shop.addStore({
    store: { businessName: business },
    products: [{ slug: 'tea', name, price, stock }],
    reviews: [{ product: 'tea', name: 'Ravi', rating: 5, body: 'Strong and bright.', approved }],
  })
  const where = { storeId: store.id }
  const { id: productId } = await shop.database.prisma.product.findFirstOrThrow({ where })
  const { id: reviewId } = await shop.database.prisma.review.findFirstOrThrow({ where })
  return { store, productId, reviewId }
}

/** Changes the store in the process that the services belong to; `number` makes each change another one. */
export type Change = (services: Services, scene: Scene, shown: Shown, number: number) => Promise<Partial<Shown>>

const change = async (services: Services, { store, productId: id }: Scene, input: ProductInput) => {
  const { version } = await services.db.prisma.product.findFirstOrThrow({ where: { storeId: store.id, id } })
  await upsertProduct({ services, store }, { id, version, ...input })
}

const settings = async (services: Services, { store }: Scene, input: object) => {
  const { version } = await services.db.prisma.store.findUniqueOrThrow({ where: { id: store.id } })
  const { ownerKey } = await createOwnerKey(services, store.id, 'Test', null)
  await updateStore({ services, store, caller: callerWithKey(ownerKey) }, input, version)
}

export const changes: Record<string, Change> = {
  async 'a new name'(services, scene, _, number) {
    const name = `Tea ${number}`
    await change(services, scene, { name })
    return { name }
  },
  async 'a new price'(services, scene, _, price) {
    await change(services, scene, { price })
    return { price }
  },
  async 'a new picture'(services, scene, _, number) {
    const picture = `https://pictures.example/${number}.jpg`
    await change(services, scene, { images: [picture] })
    return { picture }
  },
  async 'other variants'(services, scene, _, number) {
    const sizes = [`${number}g`, `${number + 1}g`]
    await change(services, scene, { variants: sizes.map((value) => ({ options: [{ name: 'size', value }] })) })
    return { sizes }
  },
  async 'taken off sale, or put on sale again'(services, scene, { onSale }) {
    if (onSale) await archiveProduct({ services, store: scene.store }, scene.productId)
    else await change(services, scene, { active: true })
    return { onSale: !onSale }
  },
  async 'sold out, or counted anew'(services, { store, productId }, { stock: basedOn }, number) {
    const stock = basedOn > 0 ? 0 : number
    await setStock({ services, store }, { productId, stock, basedOn })
    return { stock }
  },
  async 'pieces added, or taken away'(services, { store, productId }, { stock }, number) {
    const by = stock > 0 ? -stock : number
    await changeStock({ services, store }, { productId, by })
    return { stock: stock + by }
  },
  async 'a review approved, or rejected'(services, { store, reviewId }, { approved }) {
    await (approved ? rejectReview : approveReview)({ services, store }, reviewId)
    return { approved: !approved }
  },
  async 'a new name of the store'(services, scene, _, number) {
    const business = `House ${number}`
    await settings(services, scene, { businessName: business })
    return { business }
  },
  async 'the store switched off, or on'(services, scene, { open }) {
    await settings(services, scene, { active: !open })
    return { open: !open }
  },
  async 'a list of products'(services, { store }, _, price) {
    const drafts = new ProductDrafts()
    drafts.add({ line: 1, slug: 'tea', price, options: null })
    const { mistakes } = await importProductRows(services, store, drafts)
    if (mistakes.length > 0) throw new Error(JSON.stringify(mistakes))
    return { price }
  },
  async 'a bundle'(services, { store }, { open, approved }, price) {
    const { subdomain, currency, timeZone } = store
    const name = `Bundled ${price}`
    const business = `Bundled house ${price}`
    const json = {
      format: 'storefront-bundle/1',
      store: { ...{ subdomain, currency, timeZone, active: open, payments: null }, businessName: business },
      products: [{ slug: 'tea', name, price, active: true }],
      reviews: [{ product: 'tea', name: 'Ravi', rating: 5, body: 'Strong and bright.', approved }],
    }
    await importBundle(services, checkBundle(json))
    return { name, price, business, onSale: true }
  },
}
