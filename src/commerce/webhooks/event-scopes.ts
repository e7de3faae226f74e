import { checkScope, KeyScope } from '../../api/admission/key-scopes.ts'
import { type EventType, eventNames } from './event-types.ts'

/** Of the fields of the owner's schema that show what the events tell. */
const scopes: Readonly<Record<EventType, KeyScope>> = {
  'order.confirmed': KeyScope.ORDERS,
  'order.paid': KeyScope.ORDERS,
  'order.payment_undone': KeyScope.ORDERS,
  'order.ready': KeyScope.ORDERS,
  'order.status_changed': KeyScope.ORDERS,
  'order.refunded': KeyScope.ORDERS,
  'order.needs_attention': KeyScope.ORDERS,
  'review.submitted': KeyScope.CATALOGUE,
  'lead.submitted': KeyScope.CUSTOMERS,
  'stock.low': KeyScope.CATALOGUE,
}

type Scoped = Parameters<typeof checkScope>[0]

/** @param type also one that no version knows any more, or `ping`. @throws Problem FORBIDDEN */
export function checkEventScope(key: Scoped, type: string): void {
  const scope = eventNames.find((name) => name === type)
  if (scope) checkScope(key, [scopes[scope], KeyScope.READ])
}

/**
 * For who chooses where they are sent.
 * @param events none: all, also those of later versions
 * @throws Problem FORBIDDEN
 */
export function checkEventScopes(key: Scoped, events: readonly string[]): void {
  for (const type of events.length > 0 ? events : eventNames) checkEventScope(key, type)
}
