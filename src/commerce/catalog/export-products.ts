import { z } from 'zod'
import type { OwnerContext, Services } from '../../api/context.ts'
import type { Prisma, Product, Store, Variant } from '../../generated/prisma/client.ts'
import { mainUnitsOrNull, toMainUnits } from '../../platform/money.ts'
import { createKeyset } from '../../platform/pagination.ts'
import { numberFormatOf } from '../../shared/number-format.ts'
import { type CsvRow, csvExport, inPagesOf, inPagesOfList } from '../owners/export/csv-export.ts'
import { flag, words } from '../owners/export/export-query.ts'
import { uploadedAddress } from '../stores/uploaded-addresses.ts'
import { readFields } from './change/product-format.ts'
import { OPTIONS } from './import/csv-columns.ts'
import { PICTURE } from './import/product-rows.ts'
import { cellsOf, fieldColumns, optionCells, optionColumns, textCell } from './import/write-cells.ts'
import { listOwnerProducts } from './list-owner-products.ts'
import { optionNamesOf } from './option-names.sql.ts'
import type { ProductFilter } from './owner-products.sql.ts'
import { describedOnly, type PictureEntry } from './pictures.ts'
import { orderedOptions } from './product.ts'
import { type FieldName, fieldEntries } from './product-fields.ts'

/** Ids begin with the time, and there is an index. */
const newestFirst = createKeyset({ name: 'id', kind: 'uuid', direction: 'desc' })

interface Scope {
  services: Pick<Services, 'db'>
  store: Pick<Store, 'id' | 'currency' | 'shippingCountry'>
  /** Of the service, for uploaded pictures; empty when unknown. */
  baseUrl: string
}

/** The columns of a file that an import takes, with one for each option of the store. */
export const productColumns = async ({ services, store }: Scope): Promise<string[]> => [
  'slug',
  ...fieldColumns,
  ...optionColumns(await optionNamesOf(services.db.sql, store.id)).map((name) => `option:${name}`),
  OPTIONS,
]

const withVariants = {
  include: { variants: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
} satisfies Prisma.ProductFindManyArgs

/** A row for each product and for each of its variants, newest first: an order that no change affects. */
export async function* productPages(scope: Scope, columns: readonly string[]): AsyncGenerator<CsvRow[]> {
  const { services, store } = scope
  const pages = inPagesOf(newestFirst, ({ behind, ...page }) =>
    services.db.prisma.product.findMany({ where: { storeId: store.id, ...behind }, ...page, ...withVariants }),
  )
  for await (const page of pages) yield page.flatMap((product) => productRows(product, scope, columns))
}

async function* listedPages(
  context: OwnerContext,
  filter: ProductFilter,
  columns: readonly string[],
): AsyncGenerator<CsvRow[]> {
  const pages = inPagesOfList((page) => listOwnerProducts(context, { ...filter, ...page }, withVariants))
  for await (const page of pages) {
    // `withVariants` is part of the query.
    const products = page as ProductWithVariants[]
    yield products.flatMap((product) => productRows(product, context, columns))
  }
}

export const exportProducts = csvExport({
  scope: 'catalogue',
  columns: (_, context) => productColumns(context),
  query: z.object({ search: words, category: words, active: flag, in_stock: flag, low_stock: flag }),
  pages(context, { in_stock: inStock, low_stock: lowStock, ...others }, columns) {
    const filter = { ...others, inStock, lowStock }
    const isWhole = Object.values(filter).every((value) => value === undefined)
    return isWhole ? productPages(context, columns) : listedPages(context, filter, columns)
  },
})

type ProductWithVariants = Product & { variants: Variant[] }

const ofVariants = fieldEntries.filter(([, { perVariant }]) => perVariant).map(([name]) => name)

function productRows(
  product: ProductWithVariants,
  { store: { currency, shippingCountry }, baseUrl }: Scope,
  columns: readonly string[],
): CsvRow[] {
  const numbers = numberFormatOf(currency, shippingCountry)
  const { images, media, ...fields } = readFields(product, inMainUnits(currency), baseUrl)
  const pictures = describedOnly((media ?? []) as PictureEntry[]).length > 0 ? { media } : { images }
  return [
    { slug: product.slug, ...cellsOf({ ...fields, ...pictures }, numbers) },
    ...product.variants.map((variant) => ({
      slug: product.slug,
      ...cellsOf(ownFields(variant, currency), numbers),
      [PICTURE]: textCell(uploadedAddress(variant.picture ?? '', baseUrl)),
      ...optionCells(orderedOptions(variant), columns, numbers),
    })),
  ]
}

const inMainUnits = (currency: string) => {
  function main(amount: bigint): number
  function main(amount: bigint | null): number | null
  function main(amount: bigint | null): number | null {
    return mainUnitsOrNull(amount, currency)
  }
  return main
}

function ownFields(variant: Variant, currency: string): Partial<Record<FieldName, unknown>> {
  return Object.fromEntries(
    ofVariants.map((name) => {
      const value: unknown = Reflect.get(variant, name)
      return [name, typeof value === 'bigint' ? toMainUnits(value, currency) : value]
    }),
  )
}
