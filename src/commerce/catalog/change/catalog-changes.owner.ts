import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import type { OwnerContext } from '../../../api/context.ts'
import { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import { MAX_REASON, MAX_VARIANTS } from '../../../shared/bounds.ts'
import { changeStock, setStock } from '../stock/set-stock.ts'
import type { ProductInput } from './product-change.ts'
import { fieldInputs } from './product-inputs.ts'
import { archiveProduct, upsertProduct } from './upsert-product.ts'

ownerBuilder.inputType('VariantOptionInput', {
  description: 'An option of a variant, such as size: 250g.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the option, such as size; 1 to 100 characters.' }),
    value: t.string({ required: true, description: 'The value of the option, such as 250g; 1 to 255 characters.' }),
  }),
})

const VariantInput = ownerBuilder.inputType('VariantInput', {
  description: 'A variant of a product. An existing variant with the same options keeps its ID and stock.',
  fields: (t) => ({
    options: t.field({
      type: ['VariantOptionInput'],
      required: true,
      description: 'The options of the variant. All variants of a product must have the same option names.',
    }),
    price: t.float({ description: 'The regular price in main currency units; null to use the product’s price.' }),
    salePrice: t.float({
      description: 'The sale price in main currency units, at most the regular price; null for none.',
    }),
    stock: t.int({
      description:
        'The initial stock of a new variant; null if it is not tracked. To change the stock of an existing one, use `setStock` or `changeStock`.',
    }),
    weight: t.int({ description: 'The weight in grams; null to use the product’s weight.' }),
    sku: t.string({
      description:
        'The SKU, unique among the products and variants of the store, at most 100 characters; null for none.',
    }),
    barcode: t.string({
      description:
        'The barcode (EAN, UPC), unique among the products and variants of the store, at most 50 characters; null for none.',
    }),
    picture: t.string({
      description:
        'The URL of the picture that shows this variant, normally one of the product’s; null for none of its own.',
    }),
  }),
})

const ProductInputRef = ownerBuilder.inputRef<ProductInput>('ProductInput').implement({
  description:
    'A product to create, or the changes to an existing one. When updating, omitted fields stay unchanged and null clears a field.',
  fields: (t) => ({
    id: t.id({ description: 'The ID of the product to update; not needed if `slug` identifies it.' }),
    slug: t.string({
      description:
        'The slug of the product to update or create. Together with `id` it is the new slug of that product. If omitted, a new product gets a slug derived from its name.',
    }),
    version: t.int({ description: 'The version an update is based on. Omit it for a new product.' }),
    ...fieldInputs(t, 'input'),
    variants: t.field({
      type: [VariantInput],
      description: `All variants of the product in display order, at most ${MAX_VARIANTS}. Variants that are not in the list are deleted.`,
    }),
  }),
})

const variantId = {
  description: 'The ID of the variant whose stock is meant; if omitted, the product’s own stock.',
} as const

/** Notes that the variants come with the product, so that they are not read again. */
const withVariants = (context: OwnerContext, info: GraphQLResolveInfo) => queryFromInfo({ context, info })

ownerBuilder.mutationFields((t) => ({
  upsertProduct: t.field({
    scope: 'catalogue',
    type: 'Product',
    nullable: true,
    description:
      'Creates or updates a product. An update requires the version it is based on; `CONFLICT` if that is no longer current.',
    args: { input: t.arg({ type: ProductInputRef, required: true, description: 'The product to create or update.' }) },
    resolve: (_, { input }, context, info) => {
      withVariants(context, info)
      return upsertProduct(context, input)
    },
  }),
  archiveProduct: t.field({
    scope: 'catalogue',
    type: 'Product',
    nullable: true,
    description:
      'Removes a product from the storefront by setting `active` to false. `upsertProduct` with `active: true` restores it.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the product.' }) },
    resolve: (_, { id }, context, info) => {
      withVariants(context, info)
      return archiveProduct(context, id)
    },
  }),
  setStock: t.field({
    scope: 'catalogue',
    type: 'Product',
    nullable: true,
    description:
      'Sets the stock after a count. `CONFLICT`, with the current stock in the message, if it has changed since it was read.',
    args: {
      productId: t.arg.id({ required: true, description: 'The ID of the product.' }),
      variantId: t.arg.id(variantId),
      stock: t.arg.int({
        description: 'The units in stock, including those held by pending orders; null to stop tracking.',
      }),
      basedOn: t.arg.int({ description: 'The stock as it was last read; null if it was not tracked.' }),
    },
    resolve: (_, args, context, info) => setStock(context, args, queryFromInfo({ context, info })),
  }),
  changeStock: t.field({
    scope: 'catalogue',
    type: 'Product',
    nullable: true,
    description:
      'Adds units to the stock or removes them, independent of concurrent sales. `CONFLICT` if there are too few units.',
    args: {
      productId: t.arg.id({ required: true, description: 'The ID of the product.' }),
      variantId: t.arg.id(variantId),
      by: t.arg.int({ required: true, description: 'The number of units to add; negative to remove units.' }),
      reason: t.arg.string({
        description: `The reason, at most ${MAX_REASON} characters. \`changes\` shows it as \`detail\`.`,
      }),
    },
    resolve: (_, args, context, info) => changeStock(context, args, queryFromInfo({ context, info })),
  }),
}))
