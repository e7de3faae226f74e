import { builder } from './platform/builder.ts'
import './catalog/catalog.schema.ts'
import './checkout/checkout.schema.ts'
import './customers/customers.schema.ts'
import './loyalty/loyalty.schema.ts'
import './orders/orders.schema.ts'
import './reviews/reviews.schema.ts'
import './stores/store.schema.ts'

/** The storefront schema: the one behind GraphQL and REST. */
export const schema = builder.toSchema()
