import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import type { ProductPicture } from '../../../commerce/catalog/pictures.ts'
import type { ProductVariant } from '../../../commerce/catalog/product.ts'
import type { StorefrontProduct } from '../../../commerce/catalog/storefront-product.ts'
import type { Breakdown } from '../../../commerce/checkout/breakdown.ts'
import type { ShownCart, ShownItem } from '../../../commerce/checkout/cart/shown-cart.ts'
import type { Checkout } from '../../../commerce/checkout/checkout.ts'
import type { Notice } from '../../../commerce/checkout/notice.ts'
import type { PricedCart } from '../../../commerce/checkout/price-cart.ts'
import type { Viewer } from '../../../commerce/customers/customers.sql.ts'
import type { ShownOrder } from '../../../commerce/orders/shown/shown-order.ts'
import type { Appearance } from '../../../commerce/stores/appearance.ts'
import type PrismaTypes from '../../../generated/pothos-types.ts'
import { getDatamodel } from '../../../generated/pothos-types.ts'
import type { Store } from '../../../generated/prisma/client.ts'
import type { Context } from '../../context.ts'
import './deprecation-plugin.ts'
import './operation-plugin.ts'
import { complexityOptions, dateTimeOptions, relayOptions } from './schema-options.ts'

/** Root fields are nullable, so that one that fails does not remove the others from the answer. */
export const builder = new SchemaBuilder<{
  Context: Context
  DefaultFieldNullability: false
  DefaultEdgesNullability: { list: false; items: false }
  DefaultNodeNullability: false
  PrismaTypes: PrismaTypes
  /** Shared by domains. */
  Objects: {
    VariantOption: { name: string; value: string }
    ResizedPicture: { width: number; url: string }
    SharedPicture: { url: string; width: number; height: number }
    ProductMedia: ProductPicture
    Store: Store
    StoreAppearance: Appearance
    Product: StorefrontProduct
    ProductVariant: ProductVariant
    RelatedProduct: StorefrontProduct
    Customer: Viewer
    Order: ShownOrder
    PriceBreakdown: Breakdown
    CheckoutNotice: Notice
    Cart: ShownCart
    CartItem: ShownItem
    Quote: PricedCart
    Checkout: Checkout
  }
  /** Shared by domains. */
  Inputs: {
    VariantOptionInput: { name: string; value: string }
    CartItemInput: {
      id: string
      qty: number
      variant?: { name: string; value: string }[] | null
      variantId?: string | null
    }
    DestinationInput: { country?: string | null; region?: string | null; postalCode?: string | null }
    DeliveryInput: {
      method?: string | null
      country?: string | null
      region?: string | null
      postalCode?: string | null
    }
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
  prisma: { client: ({ services }) => services.db.prisma, dmmf: getDatamodel() },
  relay: relayOptions,
})

builder.queryType({ description: 'The queries of the storefront API.' })
builder.mutationType({ description: 'The mutations of the storefront API.' })
builder.subscriptionType({ description: 'The subscriptions of the storefront API.' })
builder.scalarType('DateTime', dateTimeOptions)
