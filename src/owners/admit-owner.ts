import { refusal } from '../platform/admission.ts'
import { limitKey } from '../platform/client-address.ts'
import type { Context, OwnerContext } from '../platform/context.ts'
import { Problem } from '../platform/problem.ts'
import { findOwnerKey } from './owner-key.ts'

/**
 * Lets a request to the owner's API in: its store is there, active or not, the client has budget left, and the key in
 * its `Authorization` header is the store's.
 * @throws Problem STORE_NOT_FOUND, RATE_LIMITED, UNAUTHENTICATED
 */
export async function admitOwner(context: Context, authorization: string | undefined): Promise<OwnerContext> {
  const { services, foundStore: store, ip, budgets } = context
  if (!store) throw new Problem('STORE_NOT_FOUND', 'Site not found')
  const budget = await services.limits.take('owner', `${store.id}:${limitKey(ip)}`)
  budgets.set('owner', budget)
  if (!budget.allowed) throw refusal('owner', budget)

  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  const ownerKey = key ? await findOwnerKey(services, store.id, key) : null
  if (!ownerKey) {
    throw new Problem('UNAUTHENTICATED', 'Send an owner key of this store in the header "Authorization: Bearer sk_..."')
  }
  return Object.assign(context, { ownerKey, admitted: true })
}
