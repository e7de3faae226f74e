import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import type { GraphQLResolveInfo } from 'graphql'
import type { SeoEntry } from '../../../commerce/catalog/page/detail-formats.ts'
import type { ProductAttribute } from '../../../commerce/catalog/page/product-details.ts'
import type { PictureEntry } from '../../../commerce/catalog/pictures.ts'
import type { Notice } from '../../../commerce/checkout/notice.ts'
import type PrismaTypes from '../../../generated/pothos-types.ts'
import { getDatamodel } from '../../../generated/pothos-types.ts'
import type { Customer, Order, Product, ShippingMethod, ShippingZone, Store } from '../../../generated/prisma/client.ts'
import { MAX_PAGE, MOST_COUNTED } from '../../../platform/counted-page.ts'
import type { OwnerContext } from '../../context.ts'
import './deprecation-plugin.ts'
import './operation-plugin.ts'
import { complexityOptions, dateTimeOptions, relayOptions } from './schema-options.ts'
import { selects } from './selects.ts'

/** owners/owner-key.ts checks the key before the request is read, so fields need not. */
export const ownerBuilder = new SchemaBuilder<{
  Context: OwnerContext
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
  PrismaTypes: PrismaTypes
  Connection: { countAll: () => Promise<number> }
  /** Shared by domains. */
  Objects: {
    VariantOption: { name: string; value: string }
    Product: Product
    Order: Order
    CheckoutNotice: Notice
    Customer: Customer
    Store: Store
    ShippingZone: ShippingZone & { methods: ShippingMethod[] }
  }
  Inputs: {
    VariantOptionInput: { name: string; value: string }
    ProductAttributeInput: ProductAttribute
    ProductMediaInput: PictureEntry
    ProductSeoInput: SeoEntry
  }
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: { Input: Date; Output: Date }
    JSON: { Input: never; Output: object }
  }
}>({
  defaultFieldNullability: false,
  plugins: ['operation', 'deprecation', ComplexityPlugin, PrismaPlugin, RelayPlugin],
  complexity: complexityOptions,
  operation: { limit: 'owner', servesInactiveStore: true },
  prisma: { client: ({ services }) => services.db.prisma, dmmf: getDatamodel() },
  relay: relayOptions,
})

ownerBuilder.queryType({ description: 'The queries of the owner’s API.' })
ownerBuilder.mutationType({ description: 'The mutations of the owner’s API.' })
ownerBuilder.scalarType('DateTime', dateTimeOptions)

ownerBuilder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: `The number of entries on all pages that match the filters. Exact up to ${MOST_COUNTED}; ${MOST_COUNTED + 1} if there are more.`,
    resolve: ({ countAll }) => countAll(),
  }),
)

export const pageArgs = ownerBuilder.args((t) => ({
  first: t.int({ description: `The maximum number of entries to return, 1 to ${MAX_PAGE}; ${MAX_PAGE} by default.` }),
  after: t.string({ description: 'Return the entries after this cursor.' }),
}))

/** Adds whether the request selects `totalCount`. */
export const withAsksCount = <Args extends object>(args: Args, info: GraphQLResolveInfo) => ({
  ...args,
  asksCount: selects(info, 'totalCount'),
})
