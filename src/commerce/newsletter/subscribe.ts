import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../platform/input/parse-input.ts'
import { isEmailAddress } from '../../platform/text/address.ts'
import { plainText } from '../../shared/typed-text.ts'

const INVALID = 'Valid email required'

export const subscribeInput = inputRules({
  required: ['email'],
  missing: INVALID,
  fields: {
    email: z
      .string({ error: INVALID })
      .overwrite(plainText)
      .trim()
      // A long address has a message of its own. Valid ones are ASCII, so this counts characters.
      .max(255, { error: 'Email must be at most 255 characters', abort: true })
      .refine(isEmailAddress, { error: INVALID, abort: true })
      .toLowerCase()
      .meta({ format: 'email' }),
    name: optional(labelledText({ label: 'Name', max: 100, trim: true })),
    source: optional(labelledText({ label: 'Source', max: 50, trim: true })).meta({
      description: 'Where the subscription was made; `popup` by default.',
    }),
  },
})

const DEFAULT_SOURCE = 'popup'

/** A repetition gets the same answer, so that nobody can probe who subscribes. @throws Problem BAD_USER_INPUT */
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
