import type { Context } from '../../../api/context.ts'
import type { Connection, PageArgs } from '../../../platform/pagination.ts'
import type { ProductSort } from '../../../shared/product-list.ts'
import { listProducts, MAX_PRODUCTS } from '../list-products.ts'
import type { StorefrontProduct } from '../storefront-product.ts'
import { countProducts, type Facets } from './facets/count-products.ts'
import { type FoundPage, findProducts, listSoldOutLast } from './find-products.ts'
import type { Finding } from './product-conditions.sql.ts'
import { type FilterInput, type ProductFilter, productFilter } from './product-filter.ts'
import { countMiss } from './search-misses.sql.ts'
import { understandSearch } from './words/understand-search.ts'

interface ProductListArgs extends PageArgs {
  category?: string | null | undefined
  search?: string | null | undefined
  filter?: FilterInput | null | undefined
  sort?: ProductSort | null | undefined
}

export interface ProductPage extends Connection<StorefrontProduct> {
  total: () => Promise<number>
  facets: () => Promise<Facets>
}

interface Asked {
  total: boolean
  facets: boolean
}

/** The plain list, without search and filter, is read differently. @throws Problem BAD_USER_INPUT */
export async function searchProducts(context: Context, args: ProductListArgs, asked: Asked): Promise<ProductPage> {
  const { services, store } = context
  const filter = productFilter(store, args)
  const sort = args.sort ?? (filter.search ? 'RELEVANCE' : 'AVAILABLE_FIRST')
  const finding: Finding = {
    storeId: store.id,
    filter,
    query: await understandSearch(context, filter.search),
    now: services.clock(),
  }
  const reading = readPage(context, finding, sort, args, asked)
  const { total, facets } = counting(context, finding, asked.facets)
  const page = await reading
  const isWhole = !args.after && !page.pageInfo.hasNextPage
  if (
    isWhole &&
    page.edges.length === 0 &&
    filter.search &&
    !filter.categoryKeys &&
    isPlain({ ...filter, search: null }, args)
  ) {
    // Every miss is counted, so none is cached.
    context.audience.isPrivate = true
    await countMiss(context, filter.search.text)
  }
  const known = isWhole ? page.edges.length : page.total
  return { ...page, facets, total: async () => known ?? (await total()) }
}

function readPage(
  context: Context,
  finding: Finding,
  sort: ProductSort,
  args: ProductListArgs,
  asked: Asked,
): Promise<FoundPage> {
  const { filter } = finding
  const plain = isPlain(filter, args)
  // What can be bought has nothing that is sold out.
  if (sort === 'AVAILABLE_FIRST' && !filter.available)
    return listSoldOutLast(context, finding, { ...args, max: MAX_PRODUCTS, isPlain: plain })
  const found = sort === 'AVAILABLE_FIRST' ? 'FEATURED' : sort
  if (plain && (found === 'FEATURED' || found === 'RELEVANCE')) return listProducts(context, args)
  return findProducts(context, finding, found, {
    ...args,
    max: MAX_PRODUCTS,
    asksTotal: asked.total && !asked.facets,
  })
}

const isPlain = (
  { search, price, minRating, available, onSale, brandKeys, options }: ProductFilter,
  args: ProductListArgs,
) =>
  !search &&
  !price &&
  minRating === null &&
  !available &&
  !onSale &&
  !brandKeys &&
  options.length === 0 &&
  !args.filter?.categories

/** Starts at once for facets, which include the total; otherwise on demand. */
function counting(context: Context, finding: Finding, asksFacets: boolean): Pick<ProductPage, 'total' | 'facets'> {
  const count = (withFacets: boolean) => countProducts(context, finding, withFacets)
  const counted = asksFacets ? count(true) : null
  // If the page fails, nobody awaits this.
  counted?.catch(() => {})
  return {
    total: async () => (await (counted ?? count(false))).total,
    async facets() {
      const { facets } = await (counted ?? count(true))
      if (!facets) throw new Error('The facets were not counted')
      return facets
    },
  }
}
