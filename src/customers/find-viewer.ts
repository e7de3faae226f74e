import type { Context, Services } from '../gateway/context.ts'
import type { Customer, Store } from '../generated/prisma/client.ts'
import { Problem } from '../platform/problem.ts'
import { isUuid } from '../platform/uuid.ts'

/** The customer whose token the `Authorization: Bearer …` header contains; null when it contains no valid one. */
export async function findViewer(
  { prisma, tokens }: Services,
  store: Store | null,
  authorization: string | undefined,
): Promise<Customer | null> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (!store || !token) return null
  const customerId = await tokens.verify(store.id, token)
  // Other services that share the secret, such as a site beside this one, may sign tokens with other subjects.
  if (!customerId || !isUuid(customerId)) return null
  return prisma.customer.findUnique({ where: { storeId_id: { storeId: store.id, id: customerId } } })
}

/** @throws Problem UNAUTHENTICATED when the request carries no valid customer token */
export async function getViewer(context: Context, message: 'Not logged in' | 'Login required'): Promise<Customer> {
  const viewer = await context.viewer()
  if (!viewer) throw new Problem('UNAUTHENTICATED', message)
  return viewer
}
