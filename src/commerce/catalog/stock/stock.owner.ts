import { ownerBuilder, pageArgs, withAsksCount } from '../../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../../platform/counted-page.ts'
import { orderedOptions } from '../product.ts'
import { listLowStock } from './list-low-stock.ts'
import type { LowStock } from './low-stock.sql.ts'

const Low = ownerBuilder.objectRef<LowStock>('LowStock').implement({
  scope: 'catalogue',
  description: 'A product or a variant of which few units are left.',
  fields: (t) => ({
    stock: t.exposeInt('stock', { description: 'The units there are, including those held by pending orders.' }),
    productId: t.exposeID('productId', { description: 'The ID of the product.' }),
    name: t.exposeString('name', { description: 'The name of the product.' }),
    slug: t.exposeString('slug', { description: 'The slug of the product.' }),
    variantId: t.exposeID('variantId', {
      nullable: true,
      description: 'The ID of the variant; null if the units are those of the product.',
    }),
    options: t.field({
      type: ['VariantOption'],
      description: 'The options of the variant; empty if the units are those of the product.',
      resolve: (low) => orderedOptions(low),
    }),
    sku: t.exposeString('sku', { nullable: true, description: 'The SKU; null if there is none.' }),
  }),
})

const LowConnection = ownerBuilder.connectionObject(
  {
    type: Low,
    name: 'LowStockConnection',
    scope: 'catalogue',
    description: 'A page of products and variants of which few are left.',
  },
  {
    name: 'LowStockEdge',
    scope: 'catalogue',
    description: 'A product or a variant of which few units are left, and its cursor.',
  },
)

ownerBuilder.queryField('lowStock', (t) =>
  t.field({
    scope: 'catalogue',
    type: LowConnection,
    nullable: true,
    description:
      'The active products and variants whose stock is at or below the store’s `lowStockThreshold`, the least first. What is not counted is not listed.',
    failure: 'Failed to load the stock',
    complexity: ownerPageCost,
    args: pageArgs,
    resolve: (_, args, context, info) => listLowStock(context, withAsksCount(args, info)),
  }),
)
