import type { Context } from '../gateway/context.ts'
import type { Customer } from '../generated/prisma/client.ts'

/** A customer who is logged in. */
export interface Session {
  /** JWT for the `Authorization: Bearer` header, good for 30 days at this store. */
  token: string
  customer: Customer
}

export async function openSession({ services, store }: Context, customer: Customer): Promise<Session> {
  return { customer, token: await services.tokens.issue(store.id, customer.id) }
}
