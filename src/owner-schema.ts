import { ownerBuilder } from './platform/owner-builder.ts'
import './catalog/catalog.owner.ts'
import './owners/owners.owner.ts'
import './webhooks/webhooks.owner.ts'

/** The owner's schema. */
export const ownerSchema = ownerBuilder.toSchema()
