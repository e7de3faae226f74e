import { count } from '../admission/admission.ts'
import type { Context, OwnerContext } from '../graphql/context.ts'
import { Problem } from '../platform/problem.ts'
import { findOwnerKey } from './owner-key.ts'

/**
 * Admits a request to the owner's API: it must be within the rate limit, the store must exist, active or not, and the
 * `Authorization` header must contain one of the store's keys.
 * @throws Problem RATE_LIMITED, STORE_NOT_FOUND, UNAUTHENTICATED
 */
export async function admitOwner(context: Context, authorization: string | undefined): Promise<OwnerContext> {
  const { services, foundStore: store } = context
  await count(context, store ? 'owner' : 'read')
  if (!store) throw new Problem('STORE_NOT_FOUND', 'Site not found')

  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  const ownerKey = key ? await findOwnerKey(services, store.id, key) : null
  if (!ownerKey) {
    throw new Problem(
      'UNAUTHENTICATED',
      'Send an owner key of this store that is not revoked in the header "Authorization: Bearer sk_..."; "storefront key create" makes one',
    )
  }
  return Object.assign(context, { ownerKey, admitted: true })
}
