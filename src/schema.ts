import { builder } from './gateway/builder.ts'
import './access/access.schema.ts'
import './catalog/catalog.schema.ts'
import './catalog/categories.schema.ts'
import './catalog/search/search.schema.ts'
import './chat/chat.schema.ts'
import './checkout/checkout.schema.ts'
import './customers/customers.schema.ts'
import './leads/leads.schema.ts'
import './loyalty/loyalty.schema.ts'
import './newsletter/newsletter.schema.ts'
import './orders/orders.schema.ts'
import './reviews/reviews.schema.ts'
import './settlement/settlement.schema.ts'
import './stores/store.schema.ts'
import './wishlist/wishlist.schema.ts'

/** The storefront schema, which both GraphQL and REST execute. */
export const schema = builder.toSchema()
