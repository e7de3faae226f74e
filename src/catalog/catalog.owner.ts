import { queryFromInfo } from '@pothos/plugin-prisma'
import type { Context } from '../gateway/context.ts'
import { ownerBuilder, pageArgs, withAsksCount } from '../gateway/owner-builder.ts'
import type { Variant as VariantRow } from '../generated/prisma/client.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { microToNumber, type Subunits, toMainUnits } from '../platform/money.ts'
import { heldUnitsOf } from './availability.ts'
import { findOwnerProduct, listOwnerProducts } from './owner-products.ts'
import { orderedOptions } from './product.ts'
import { shownFields } from './shown-fields.ts'
import { poolKey } from './stock.ts'

ownerBuilder.objectType('VariantOption', {
  description: 'One choice that makes a variant, such as size: 250g.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What is chosen, such as size.' }),
    value: t.exposeString('value', { description: 'What it is, such as 250g.' }),
  }),
})

const main = (amount: Subunits, { store }: Context) => toMainUnits(amount, store.currency)
const mainOrNull = (amount: Subunits | null, context: Context) => (amount === null ? null : main(amount, context))

/** Units that pending orders hold of this product or variant. */
async function held(context: Context, productId: string, variantId: string | null): Promise<number> {
  return (await heldUnitsOf(context).load(productId)).get(poolKey({ productId, variantId })) ?? 0
}

const Variant = ownerBuilder.objectRef<VariantRow>('Variant').implement({
  description: 'One way to buy a product, as the owner has set it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the variant in its store.' }),
    options: t.field({
      type: ['VariantOption'],
      description: 'The choices that make it.',
      resolve: (variant) => orderedOptions(variant),
    }),
    price: t.float({
      nullable: true,
      description: 'Its regular price in main currency units; null: the product’s.',
      resolve: ({ price }, _, context) => mainOrNull(price, context),
    }),
    salePrice: t.float({
      nullable: true,
      description: 'Its sale price in main currency units; null when it has none of its own.',
      resolve: ({ salePrice }, _, context) => mainOrNull(salePrice, context),
    }),
    stock: t.exposeInt('stock', {
      nullable: true,
      description: 'Units that there are, held ones among them; null: its product counts, or nobody.',
    }),
    held: t.int({
      description: 'Units of its own stock that pending orders hold.',
      resolve: ({ productId, id }, _, context) => held(context, productId, id),
    }),
  }),
})

const byPosition = { variants: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } } as const

const Product = ownerBuilder.prismaObject('Product', {
  description: 'Something that the store sells, or has sold, with everything that the owner sets.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the product in its store.' }),
    slug: t.exposeString('slug', { description: 'Its name for addresses, unique in the store.' }),
    ...shownFields((name, options) => t.exposeString(name, options)),
    description: t.exposeString('description', { description: 'What it is; empty when not given.' }),
    price: t.float({
      description: 'The regular price in main currency units.',
      resolve: ({ price }, _, context) => main(price, context),
    }),
    salePrice: t.float({
      nullable: true,
      description: 'The sale price in main currency units; null when it has none.',
      resolve: ({ salePrice }, _, context) => mainOrNull(salePrice, context),
    }),
    currency: t.string({ description: 'ISO 4217 code of its prices.', resolve: (_, __, { store }) => store.currency }),
    images: t.exposeStringList('images', {
      description:
        'Addresses of its pictures, the main one first. One that begins with / is a path of this service, which shoppers get whole.',
    }),
    stock: t.exposeInt('stock', {
      nullable: true,
      description: 'Units that there are, held ones among them; null: not counted. Variants can count for themselves.',
    }),
    held: t.int({
      description: 'Units of its own stock that pending orders hold.',
      resolve: ({ id }, _, context) => held(context, id, null),
    }),
    taxRate: t.float({
      nullable: true,
      description: 'Its tax rate in percent; null: the store’s.',
      resolve: ({ taxRateMicro }) => (taxRateMicro === null ? null : microToNumber(BigInt(taxRateMicro) * 100n)),
    }),
    active: t.exposeBoolean('active', { description: 'Whether it is in the shop.' }),
    displayOrder: t.exposeInt('displayOrder', { description: 'Its place in the shop: lower ones come first.' }),
    version: t.exposeInt('version', {
      description: 'Rises with every change that an owner makes, but not with stock: a change is sent with it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it, or its stock, last changed.' }),
    variants: t.field({
      type: [Variant],
      description: 'The ways to buy it; empty when there is only one.',
      select: byPosition,
      resolve: ({ variants }) => variants,
    }),
  }),
})

const ProductConnection = ownerBuilder.connectionObject(
  { type: Product, name: 'ProductConnection', description: 'A page of products.' },
  { name: 'ProductEdge', description: 'A product with its place in the list.' },
)

ownerBuilder.queryFields((t) => ({
  products: t.field({
    type: ProductConnection,
    nullable: true,
    description: 'The products of the store, also those that are not in the shop, in display order, then newest first.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({ description: 'Only those with this in their name or slug, in upper or lower case.' }),
      category: t.arg.string({ description: 'Only those of this category: the whole name, in upper or lower case.' }),
      active: t.arg.boolean({ description: 'Only those that are in the shop, or only those that are not.' }),
      inStock: t.arg.boolean({
        description:
          'Only those of which something is there (or not counted), or only those that are out of stock. Held units count as there.',
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
    type: Product,
    nullable: true,
    description: 'One product, in the shop or not, by its id or by its slug; null when there is none.',
    args: {
      id: t.arg.id({ description: 'Its id.' }),
      slug: t.arg.string({ description: 'Its slug.' }),
    },
    resolve: (_, args, context, info) => findOwnerProduct(context, args, queryFromInfo({ context, info })),
  }),
}))
