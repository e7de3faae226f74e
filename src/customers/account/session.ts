import type { Customer } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import type { Viewer } from '../customers.sql.ts'

export interface Session {
  /** A JWT for the header `Authorization: Bearer`, valid for 30 days at this store. */
  token: string
  customer: Viewer
}

export async function openSession(
  { services, store }: Context,
  customer: Viewer & Pick<Customer, 'tokenVersion'>,
): Promise<Session> {
  return { customer, token: await services.tokens.issue(store.id, customer.id, customer.tokenVersion) }
}
