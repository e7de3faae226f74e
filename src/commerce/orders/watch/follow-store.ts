import type { OwnerContext } from '../../../api/context.ts'
import type { OrderChange } from './watch-store.ts'

/** @throws Problem RATE_LIMITED, UNAVAILABLE */
export const followStore = ({
  services,
  store,
  caller,
  sessionHash,
}: OwnerContext): Promise<AsyncIterable<OrderChange>> =>
  services.storeWatch.follow(store.id, { id: caller.id, sessionHash, member: caller.member })
