import type { Context } from '../gateway/context.ts'
import { parseOrTellFirst } from '../platform/input/first-mistake.ts'
import { Problem } from '../platform/problem.ts'
import { given } from '../stores/import-run.ts'
import { profileInput } from './customer-input.ts'
import { getViewer, type Viewer } from './find-viewer.ts'

/**
 * Changes what the customer has told of themselves. What is left out stays, null clears.
 * @throws Problem BAD_USER_INPUT, UNAUTHENTICATED
 */
export async function updateMe(context: Context, input: unknown): Promise<Viewer> {
  const { services, store } = context
  const changes = parseOrTellFirst(profileInput, input)
  const { id } = await getViewer(context, 'Login required')
  const [customer] = await services.prisma.customer.updateManyAndReturn({
    where: { storeId: store.id, id },
    data: given(changes),
  })
  // Erased since the token was looked up.
  if (!customer) throw new Problem('UNAUTHENTICATED', 'Login required')
  return customer
}
