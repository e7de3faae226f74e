import type { builder } from '../gateway/builder.ts'
import { mainUnitsOrNull, toMainUnits } from '../platform/money.ts'
import { pictureAddress } from './picture-address.ts'
import { prices } from './prices.ts'
import { shownFields } from './shown-fields.ts'
import type { ShownProduct } from './shown-product.ts'

type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], ShownProduct>

/** The GraphQL fields that a list shows of a product. */
export const listedFields = (t: FieldBuilder) => ({
  id: t.exposeID('id', { description: 'Identifies the product in its store.' }),
  ...shownFields((name, options) => t.exposeString(name, options)),
  slug: t.exposeString('slug', { description: 'Its name for addresses, unique in the store.' }),
  description: t.exposeString('description', { description: 'What it is, in the owner’s words.' }),
  price: t.float({
    description: 'The regular price in main currency units.',
    resolve: (product, _, { store }) => toMainUnits(prices(product).price, store.currency),
  }),
  salePrice: t.float({
    nullable: true,
    description: 'What it costs now in main currency units; null when it is not on sale.',
    resolve: (product, _, { store }) => mainUnitsOrNull(prices(product).salePrice, store.currency),
  }),
  currency: t.string({ description: 'ISO 4217 code of its prices.', resolve: (_, __, { store }) => store.currency }),
  images: t.stringList({
    description: 'Addresses of its pictures, the main one first.',
    resolve: ({ images }, _, { baseUrl }) => images.map((picture) => pictureAddress(picture, baseUrl)),
  }),
})
