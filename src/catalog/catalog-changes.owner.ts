import { queryFromInfo } from '@pothos/plugin-prisma'
import { ownerBuilder } from '../gateway/owner-builder.ts'
import type { ProductInput } from './product-change.ts'
import { fieldInputs } from './product-inputs.ts'
import { changeStock, setStock } from './set-stock.ts'
import { archiveProduct, upsertProduct } from './upsert-product.ts'

ownerBuilder.inputType('VariantOptionInput', {
  description: 'One choice that makes a variant, such as size: 250g.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What is chosen, such as size; 1 to 100 characters.' }),
    value: t.string({ required: true, description: 'What it is, such as 250g; 1 to 255 characters.' }),
  }),
})

const VariantInput = ownerBuilder.inputType('VariantInput', {
  description: 'One way to buy a product. One with the same options that is there already keeps its id and stock.',
  fields: (t) => ({
    options: t.field({
      type: ['VariantOptionInput'],
      required: true,
      description: 'The choices that make it; the same names in all variants of a product.',
    }),
    price: t.float({ description: 'Its regular price in main currency units; null: the product’s.' }),
    salePrice: t.float({ description: 'Its sale price in main currency units, at most its price; null: none.' }),
    stock: t.int({
      description:
        'Units that there are of one that is new; null: not counted. Of others setStock and changeStock tell.',
    }),
  }),
})

const ProductInputRef = ownerBuilder.inputRef<ProductInput>('ProductInput').implement({
  description: 'A product to create, or what to change of one: fields that are left out stay as they are, null clears.',
  fields: (t) => ({
    id: t.id({ description: 'The product to change, when it is not named by its slug.' }),
    slug: t.string({
      description:
        'Names the product; with an id it is the new slug. A product of no known slug is created; without one it is made of the name.',
    }),
    version: t.int({ description: 'The version that a change is based on. Left out for a product that is new.' }),
    ...fieldInputs(t, 'input'),
    variants: t.field({
      type: [VariantInput],
      description: 'All the ways to buy it, in this order, at most 500: those that are not given are removed.',
    }),
  }),
})

const variantId = { description: 'The variant whose units are meant; left out: the product’s own.' } as const

ownerBuilder.mutationFields((t) => ({
  upsertProduct: t.field({
    type: 'Product',
    nullable: true,
    description:
      'Creates a product, or changes one. A change needs the version that it is based on: CONFLICT when there is a newer one.',
    args: { input: t.arg({ type: ProductInputRef, required: true, description: 'The product.' }) },
    resolve: (_, { input }, context, info) => upsertProduct(context, input, queryFromInfo({ context, info })),
  }),
  archiveProduct: t.field({
    type: 'Product',
    nullable: true,
    description: 'Takes a product out of the shop. upsertProduct with `active: true` brings it back.',
    args: { id: t.arg.id({ required: true, description: 'The product.' }) },
    resolve: (_, { id }, context, info) => archiveProduct(context, id, queryFromInfo({ context, info })),
  }),
  setStock: t.field({
    type: 'Product',
    nullable: true,
    description:
      'Sets a stock that was counted. When units were sold since the owner looked, it is CONFLICT and tells the stock.',
    args: {
      productId: t.arg.id({ required: true, description: 'The product.' }),
      variantId: t.arg.id(variantId),
      stock: t.arg.int({ description: 'Units that there are, held ones among them; null: not counted.' }),
      basedOn: t.arg.int({ description: 'The stock as it was read last; null: not counted.' }),
    },
    resolve: (_, args, context, info) => setStock(context, args, queryFromInfo({ context, info })),
  }),
  changeStock: t.field({
    type: 'Product',
    nullable: true,
    description:
      'Adds units to a stock, or takes some away, whatever is sold at the same moment. CONFLICT when there are too few.',
    args: {
      productId: t.arg.id({ required: true, description: 'The product.' }),
      variantId: t.arg.id(variantId),
      by: t.arg.int({ required: true, description: 'Units to add; negative: to take away.' }),
    },
    resolve: (_, args, context, info) => changeStock(context, args, queryFromInfo({ context, info })),
  }),
}))
