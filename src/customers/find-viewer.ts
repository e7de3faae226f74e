import type { Context, Services } from '../gateway/context.ts'
import type { Customer, Store } from '../generated/prisma/client.ts'
import { columnsOf, storeStatement } from '../platform/database/store-statement.ts'
import { Problem } from '../platform/problem.ts'
import { isUuid } from '../platform/uuid.ts'

const fields = [
  'storeId',
  'id',
  'name',
  'phone',
  'email',
  'address',
  'referralCode',
  'points',
] as const satisfies (keyof Customer)[]

/** The customer who asks, as far as requests need to know them. */
export type Viewer = Pick<Customer, (typeof fields)[number]>

const byId = storeStatement<Viewer>(
  'customer',
  `SELECT ${columnsOf(fields)} FROM customers WHERE store_id = $1 AND id = $2`,
)

/** The customer whose token the `Authorization: Bearer …` header contains; null when it contains no valid one. */
export async function findViewer(
  { readRows, tokens }: Pick<Services, 'readRows' | 'tokens'>,
  store: Store | null,
  authorization: string | undefined,
): Promise<Viewer | null> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (!store || !token) return null
  const customerId = await tokens.verify(store.id, token)
  // Other services that share the secret, such as a site beside this one, may sign tokens with other subjects.
  if (!customerId || !isUuid(customerId)) return null
  const [viewer] = await readRows(byId, store.id, customerId)
  return viewer ?? null
}

/** @throws Problem UNAUTHENTICATED when the request carries no valid customer token */
export async function getViewer(context: Context, message: 'Not logged in' | 'Login required'): Promise<Viewer> {
  const viewer = await context.viewer()
  if (!viewer) throw new Problem('UNAUTHENTICATED', message)
  return viewer
}
