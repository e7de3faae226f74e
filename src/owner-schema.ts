import { ownerBuilder } from './platform/owner-builder.ts'
import './access/access.owner.ts'
import './catalog/catalog.owner.ts'
import './checkout/checkout.owner.ts'
import './orders/history.owner.ts'
import './orders/orders.owner.ts'
import './customers/customers.owner.ts'
import './leads/leads.owner.ts'
import './loyalty/loyalty.owner.ts'
import './newsletter/newsletter.owner.ts'
import './owners/jobs.owner.ts'
import './owners/owners.owner.ts'
import './reviews/reviews.owner.ts'
import './stores/payments.owner.ts'
import './stores/store.owner.ts'
import './webhooks/webhooks.owner.ts'

/** The owner's schema. */
export const ownerSchema = ownerBuilder.toSchema()
