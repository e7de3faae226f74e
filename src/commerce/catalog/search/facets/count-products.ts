import { admitWork, clientKey, countWork } from '../../../../api/admission/admission.ts'
import type { Context } from '../../../../api/context.ts'
import { readFound } from '../find-products.ts'
import { type Finding, totalSql } from '../product-conditions.sql.ts'
import { facetsSql } from './facets.sql.ts'

export interface FacetValue {
  value: string
  count: number
}

/** Subunits, inclusive. */
export interface PriceFacet {
  min: bigint
  max: bigint
  count: number
}

/** Each facet ignores its own filter. */
export interface Facets {
  categories: FacetValue[]
  brands: FacetValue[]
  options: { name: string; values: FacetValue[] }[]
  prices: PriceFacet[]
  available: number
}

interface CountRow {
  total: number
}

interface FacetRow extends CountRow {
  available: number
  looked_at: number
  categories: FacetValue[] | null
  brands: FacetValue[] | null
  options: { name: string; value: string; count: number }[] | null
  prices: { min: string; max: string; count: number }[] | null
}

export interface Counted {
  total: number
  facets: Facets | null
}

/**
 * Facets read every product, so they queue, and concurrent requests share them. Products read count against the `facets`
 * limit of the request that has them counted.
 * @throws Problem RATE_LIMITED, UNAVAILABLE
 */
export async function countProducts(context: Context, finding: Finding, withFacets: boolean): Promise<Counted> {
  const isOfStock = withFacets || finding.filter.available
  if (isOfStock) context.audience.isVolatile = true
  if (!withFacets) {
    const [row] = await readFound<CountRow>(context, totalSql(finding), isOfStock)
    return { total: row?.total ?? 0, facets: null }
  }
  await admitWork(context, 'facets')
  const { services, store, contentVersion } = context
  const caller = { storeId: store.id, contentVersion, clientKey: clientKey(context) }
  return await services.sharedCounts.find(caller, whatIsFound(finding), async () => {
    const [row] = await readFound<FacetRow>(context, facetsSql(finding), true)
    await countWork(context, 'facets', (row?.looked_at ?? 0) - 1)
    return { total: row?.total ?? 0, facets: facetsOf(row) }
  })
}

const whatIsFound = ({ filter, query }: Finding): string =>
  JSON.stringify({ filter, query }, (_, value) => (typeof value === 'bigint' ? String(value) : value))

const facetsOf = (row: FacetRow | undefined): Facets => ({
  categories: row?.categories ?? [],
  brands: row?.brands ?? [],
  options: byName(row?.options ?? []),
  prices: (row?.prices ?? []).map(({ min, max, count }) => ({ min: BigInt(min), max: BigInt(max), count })),
  available: row?.available ?? 0,
})

function byName(options: readonly { name: string; value: string; count: number }[]): Facets['options'] {
  const values = new Map<string, FacetValue[]>()
  for (const { name, value, count } of options) values.set(name, [...(values.get(name) ?? []), { value, count }])
  return [...values].map(([name, values]) => ({ name, values }))
}
