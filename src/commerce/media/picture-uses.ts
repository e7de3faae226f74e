import type { OwnerContext } from '../../api/context.ts'
import { defineLoader } from '../../api/graphql/schema/loader.ts'
import type { Prisma, Store } from '../../generated/prisma/client.ts'
import { picturePath, uploadAddressIn, uploadsIn } from '../stores/uploaded-addresses.ts'
import { type Client, picturesOfProducts, productUses } from './picture-uses.sql.ts'

/** Of each picture. */
export const MOST_USES = 20

export const PicturePlace = { PRODUCT: 'PRODUCT', LOGO: 'LOGO', HOME_PAGE: 'HOME_PAGE', PAGE: 'PAGE' } as const
type PicturePlace = (typeof PicturePlace)[keyof typeof PicturePlace]

export interface PictureUse {
  place: PicturePlace
  /** Null for a picture of the store itself. */
  product: { id: string; name: string } | null
  /** Null for all but pages of the owner. */
  page: { id: string; title: string } | null
  /** The alternative text there; empty when not given. */
  alt: string
}

export interface PictureUses {
  /** At most `MOST_USES`. */
  uses: PictureUse[]
  count: number
}

type Shown = Pick<Store, 'id' | 'subdomain' | 'shopLogo' | 'shopLogoAlt' | 'heroPicture' | 'heroPictureAlt'>

const folderOf = ({ subdomain }: Pick<Store, 'subdomain'>) => picturePath(subdomain, '')

/** Of the store itself, by their ids. */
function placesOfStore(store: Shown): { id: string; use: PictureUse }[] {
  const places = [
    { place: PicturePlace.LOGO, address: store.shopLogo, alt: store.shopLogoAlt },
    { place: PicturePlace.HOME_PAGE, address: store.heroPicture, alt: store.heroPictureAlt },
  ]
  return places.flatMap(({ place, address, alt }) => {
    const upload = address === null ? null : uploadAddressIn(address)
    return upload?.subdomain === store.subdomain
      ? [{ id: upload.id, use: { place, product: null, page: null, alt } }]
      : []
  })
}

type Pages = { page: Pick<Prisma.TransactionClient['page'], 'findMany'> }

/** On pages of the owner, by their ids. */
async function placesOnPages({ page }: Pages, store: Shown): Promise<{ id: string; use: PictureUse }[]> {
  const found = await page.findMany({
    where: { storeId: store.id, markdown: { contains: folderOf(store) } },
    select: { id: true, title: true, markdown: true },
    orderBy: [{ position: 'asc' }, { slug: 'asc' }],
  })
  return found.flatMap(({ markdown, ...page }) => {
    const uploads = uploadsIn(markdown).map(uploadAddressIn)
    const own = uploads.flatMap((upload) => (upload?.subdomain === store.subdomain ? [upload.id] : []))
    return [...new Set(own)].map((id) => ({ id, use: { place: PicturePlace.PAGE, product: null, page, alt: '' } }))
  })
}

/** Lookups for many pictures share one statement. */
export const usesOfPicture = defineLoader<string, PictureUses>(async ({ services, store }, ids) => {
  const found = await productUses(services.db.sql, store.id, { folder: folderOf(store), ids, most: MOST_USES })
  const ofStore = [...placesOfStore(store), ...(await placesOnPages(services.db.prisma, store))]
  return ids.map((id) => {
    const own = ofStore.filter((place) => place.id === id).map(({ use }) => use)
    const products = found.filter((use) => use.id === id)
    const uses = products.map(
      ({ productId, productName, alt }): PictureUse => ({
        ...{ place: PicturePlace.PRODUCT, alt },
        ...{ product: { id: productId, name: productName }, page: null },
      }),
    )
    return { uses: [...own, ...uses].slice(0, MOST_USES), count: own.length + (products[0]?.count ?? 0) }
  })
})

/** The ids of the pictures that a product, a page or the store itself uses. */
export async function usedPictures({ services, store }: Pick<OwnerContext, 'services' | 'store'>): Promise<string[]> {
  const ofProducts = await picturesOfProducts(services.db.sql, store.id, folderOf(store))
  const others = [...placesOfStore(store), ...(await placesOnPages(services.db.prisma, store))]
  return [...new Set([...ofProducts, ...others.map(({ id }) => id)])]
}

/** Those of the pictures that nothing uses. @param store as it is stored now */
export async function unusedOf(sql: Client & Pages, store: Shown, ids: readonly string[]): Promise<string[]> {
  const uses = await productUses(sql, store.id, { folder: folderOf(store), ids, most: 1 })
  const used = new Set([...uses, ...placesOfStore(store), ...(await placesOnPages(sql, store))].map(({ id }) => id))
  return ids.filter((id) => !used.has(id))
}
