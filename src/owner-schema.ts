import { ownerBuilder } from './platform/owner-builder.ts'
import './access/access.owner.ts'
import './catalog/catalog.owner.ts'
import './checkout/checkout.owner.ts'
import './orders/history.owner.ts'
import './orders/orders.owner.ts'
import './owners/owners.owner.ts'
import './stores/payments.owner.ts'
import './stores/store.owner.ts'
import './webhooks/webhooks.owner.ts'

/** The owner's schema. */
export const ownerSchema = ownerBuilder.toSchema()
