import type { Context } from '../graphql/context.ts'
import { parseInput } from '../platform/input/parse-input.ts'
import { subscribeInput } from './subscribe-input.ts'

const DEFAULT_SOURCE = 'popup'

/**
 * Adds an address to the newsletter, with the time and source of the consent. An address that is already subscribed is
 * left as it is, and the caller gets the same answer, so that nobody can probe who subscribes.
 * @throws Problem BAD_USER_INPUT
 */
export async function subscribe({ services, store }: Context, input: unknown): Promise<true> {
  const { email, name, source } = parseInput(subscribeInput, input)
  const subscriber = {
    storeId: store.id,
    email,
    name: name ?? null,
    source: source ?? DEFAULT_SOURCE,
    consentedAt: services.clock(),
  }
  await services.db.prisma.subscriber.createMany({ data: [subscriber], skipDuplicates: true })
  return true
}
