import type { Context } from '../gateway/context.ts'
import type { Customer } from '../generated/prisma/client.ts'

export interface Session {
  /** A JWT for the header `Authorization: Bearer`, valid for 30 days at this store. */
  token: string
  customer: Customer
}

export async function openSession({ services, store }: Context, customer: Customer): Promise<Session> {
  return { customer, token: await services.tokens.issue(store.id, customer.id) }
}
