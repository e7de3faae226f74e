import { queryFromInfo } from '@pothos/plugin-prisma'
import type { Context } from '../../api/context.ts'
import { ownerBuilder, pageArgs, withAsksCount } from '../../api/graphql/schema/owner-builder.ts'
import type { Variant as VariantRow } from '../../generated/prisma/client.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import { microToNumber, type Subunits, toMainUnits } from '../../platform/money.ts'
import { uploadedAddress } from '../stores/uploaded-addresses.ts'
import { findOwnerProduct, listOwnerCategories, listOwnerProducts } from './list-owner-products.ts'
import { orderedOptions } from './product.ts'
import { MAX_CATEGORIES } from './products-read.sql.ts'
import { heldUnitsOf } from './stock/availability.ts'
import { poolKey } from './stock/stock.ts'
import { shownFields } from './storefront-product.ts'

ownerBuilder.objectType('VariantOption', {
  description: 'An option of a variant, such as size: 250g.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the option, such as size.' }),
    value: t.exposeString('value', { description: 'The value of the option, such as 250g.' }),
  }),
})

const main = (amount: Subunits, { store }: Context) => toMainUnits(amount, store.currency)
const mainOrNull = (amount: Subunits | null, context: Context) => (amount === null ? null : main(amount, context))

async function held(context: Context, productId: string, variantId: string | null): Promise<number> {
  return (await heldUnitsOf(context).load(productId)).get(poolKey({ productId, variantId })) ?? 0
}

const Variant = ownerBuilder.objectRef<VariantRow>('Variant').implement({
  scope: 'catalogue',
  description: 'A variant of a product, with the values set by the owner.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the variant, unique within the store.' }),
    options: t.field({
      type: ['VariantOption'],
      description: 'The options of the variant.',
      resolve: (variant) => orderedOptions(variant),
    }),
    price: t.float({
      nullable: true,
      description: 'The regular price in main currency units; null if the product’s price applies.',
      resolve: ({ price }, _, context) => mainOrNull(price, context),
    }),
    salePrice: t.float({
      nullable: true,
      description: 'The sale price in main currency units; null if the variant has none of its own.',
      resolve: ({ salePrice }, _, context) => mainOrNull(salePrice, context),
    }),
    stock: t.exposeInt('stock', {
      nullable: true,
      description:
        'The units in stock, including held ones; null if the product’s stock applies or stock is not tracked.',
    }),
    held: t.int({
      description: 'The units of its own stock that are held by pending orders.',
      resolve: ({ productId, id }, _, context) => held(context, productId, id),
    }),
    weight: t.exposeInt('weight', {
      nullable: true,
      description: 'The weight in grams; null if the product’s weight applies.',
    }),
    sku: t.exposeString('sku', { nullable: true, description: 'The SKU; null if there is none.' }),
    barcode: t.exposeString('barcode', { nullable: true, description: 'The barcode; null if there is none.' }),
    picture: t.string({
      nullable: true,
      description: 'The URL of the picture that shows this variant; null if it has none of its own.',
      resolve: ({ picture }, _, { baseUrl }) => picture && uploadedAddress(picture, baseUrl),
    }),
  }),
})

const USUAL_CATEGORIES = 20

const byPosition = { variants: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } } as const

const Product = ownerBuilder.prismaObject('Product', {
  scope: 'catalogue',
  description: 'A product, active or archived, with all fields that the owner can set.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the product, unique within the store.' }),
    slug: t.exposeString('slug', { description: 'The URL slug of the product, unique within the store.' }),
    ...shownFields(
      (name, options) => t.exposeString(name, options),
      (name, options) => t.exposeInt(name, options),
    ),
    description: t.exposeString('description', { description: 'The description; empty if not given.' }),
    price: t.float({
      description: 'The regular price in main currency units.',
      resolve: ({ price }, _, context) => main(price, context),
    }),
    salePrice: t.float({
      nullable: true,
      description: 'The sale price in main currency units; null if there is none.',
      resolve: ({ salePrice }, _, context) => mainOrNull(salePrice, context),
    }),
    currency: t.string({
      description: 'The currency of the prices, as an ISO 4217 code.',
      resolve: (_, __, { store }) => store.currency,
    }),
    images: t.stringList({
      description:
        'The URLs of the pictures, the main one first. One that begins with / is a path of this service; shoppers receive it as an absolute URL.',
      resolve: ({ images }, _, { baseUrl }) => images.map((address) => uploadedAddress(address, baseUrl)),
    }),
    stock: t.exposeInt('stock', {
      nullable: true,
      description:
        'The units in stock, including held ones; null if stock is not tracked. Variants can have their own stock.',
    }),
    held: t.int({
      description: 'The units of its own stock that are held by pending orders.',
      resolve: ({ id }, _, context) => held(context, id, null),
    }),
    taxRate: t.float({
      nullable: true,
      description: 'The tax rate in percent; null if the store’s default rate applies.',
      resolve: ({ taxRateMicro }) => (taxRateMicro === null ? null : microToNumber(BigInt(taxRateMicro) * 100n)),
    }),
    weight: t.exposeInt('weight', { nullable: true, description: 'The weight in grams; null if unknown.' }),
    sku: t.exposeString('sku', { nullable: true, description: 'The SKU; null if there is none.' }),
    barcode: t.exposeString('barcode', { nullable: true, description: 'The barcode; null if there is none.' }),
    active: t.exposeBoolean('active', { description: 'Whether the product is listed in the storefront.' }),
    displayOrder: t.exposeInt('displayOrder', {
      description: 'The position in the storefront: products with lower values come first.',
    }),
    version: t.exposeInt('version', {
      description:
        'Incremented by every change that the owner makes, but not by stock changes. Pass it to `upsertProduct`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the product or its stock was last updated.',
    }),
    variants: t.field({
      type: [Variant],
      description: 'The variants of the product; empty if it has none.',
      select: byPosition,
      resolve: ({ variants }) => variants,
    }),
  }),
})

const ProductConnection = ownerBuilder.connectionObject(
  { type: Product, name: 'ProductConnection', scope: 'catalogue', description: 'A page of products.' },
  { name: 'ProductEdge', scope: 'catalogue', description: 'A product and its cursor.' },
)

ownerBuilder.queryFields((t) => ({
  products: t.field({
    scope: 'catalogue',
    type: ProductConnection,
    nullable: true,
    description: 'The products of the store, including archived ones, by display order, then newest first.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({
        description:
          'Only products that have these words in their name or slug, or in a SKU or barcode of theirs or of their variants, ignoring case, accents and apostrophes.',
      }),
      category: t.arg.string({ description: 'Only products of this category: the full name, ignoring case.' }),
      active: t.arg.boolean({ description: 'Only active products (true) or only archived ones (false).' }),
      inStock: t.arg.boolean({
        description:
          'Only products that are in stock or not tracked (true), or only those that are out of stock (false). Held units count as in stock.',
      }),
      lowStock: t.arg.boolean({
        description: 'If true, only products that `lowStock` lists, themselves or with a variant.',
      }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) =>
      listOwnerProducts(
        context,
        withAsksCount(args, info),
        queryFromInfo({ context, info, typeName: 'Product', paths: [['nodes'], ['edges', 'node']] }),
      ),
  }),
  product: t.field({
    scope: 'catalogue',
    type: Product,
    nullable: true,
    description: 'A product, active or archived, by its ID or slug; null if there is none.',
    args: {
      id: t.arg.id({ description: 'The ID of the product.' }),
      slug: t.arg.string({ description: 'The slug of the product.' }),
    },
    resolve: (_, args, context, info) => findOwnerProduct(context, args, queryFromInfo({ context, info })),
  }),
  categories: t.stringList({
    scope: 'catalogue',
    nullable: true,
    description: `The names of the categories that products have, archived ones included, in alphabetical order, at most ${MAX_CATEGORIES}.`,
    complexity: USUAL_CATEGORIES,
    resolve: (_, __, context) => listOwnerCategories(context),
  }),
}))
