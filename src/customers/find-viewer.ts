import type { Context, Services } from '../gateway/context.ts'
import type { Customer, Store } from '../generated/prisma/client.ts'
import { Problem } from '../platform/problem.ts'
import { isUuid } from '../platform/uuid.ts'

/** The customer whom an `Authorization: Bearer …` header stands for at this store; null when it stands for nobody. */
export async function findViewer(
  { prisma, tokens }: Services,
  store: Store | null,
  authorization: string | undefined,
): Promise<Customer | null> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (!store || !token) return null
  const customerId = await tokens.verify(store.id, token)
  // Whoever shares our secrets, such as the site that sells beside us, may sign other subjects.
  if (!customerId || !isUuid(customerId)) return null
  return prisma.customer.findUnique({ where: { storeId_id: { storeId: store.id, id: customerId } } })
}

/** @throws Problem UNAUTHENTICATED when the request carries no good customer token. */
export async function getViewer(context: Context, message: 'Not logged in' | 'Login required'): Promise<Customer> {
  const viewer = await context.viewer()
  if (!viewer) throw new Problem('UNAUTHENTICATED', message)
  return viewer
}
