import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import type { Lead, Prisma } from '../../generated/prisma/client.ts'
import { countWithin } from '../../platform/database/count-within.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { isEmailAddress } from '../../platform/text/address.ts'
import { plainText } from '../../shared/typed-text.ts'
import { emitEvents } from '../webhooks/emit-events.ts'
import type { WebhookEvent } from '../webhooks/event-types.ts'

const INVALID = 'Invalid email address.'

export const leadInput = inputRules({
  required: [],
  missing: '',
  fields: {
    name: optional(labelledText({ label: 'Name', max: 255, trim: true })),
    email: optional(
      z
        .string({ error: INVALID })
        .overwrite(plainText)
        .trim()
        // A long address has a message of its own. Valid ones are ASCII, so this counts characters.
        .max(255, { error: 'Email must be at most 255 characters', abort: true })
        .refine(isEmailAddress, { error: INVALID })
        .meta({ format: 'email' }),
    ),
    phone: optional(labelledText({ label: 'Phone', max: 50, trim: true })),
    message: optional(labelledText({ label: 'Message', max: 2000, trim: true })),
  },
})

/** Per store, by default. */
export const MAX_LEADS = 10_000

export interface LeadReceipt {
  success: boolean
  message: string
}

/** A job notifies the owner. @throws Problem BAD_USER_INPUT; QUOTA_EXCEEDED at the store's limit */
export async function submitLead({ services, store }: Context, input: unknown): Promise<LeadReceipt> {
  const { name, email, phone, message } = parseInput(leadInput, input)
  await inTransaction(services.db.prisma, async (tx) => {
    const lead = await tx.lead.create({
      data: {
        storeId: store.id,
        name: name ?? null,
        email: email ?? null,
        phone: phone ?? null,
        message: message ?? null,
        createdAt: services.clock(),
      },
    })
    if (store.ownerEmail) {
      await services.jobs.enqueue(tx, 'lead-notification', { storeId: store.id, leadId: lead.id })
    }
    await emitEvents(tx, services, store.id, () => [leadSubmitted(lead)])
    await takePlace(tx, store.id, services.maxLeads)
  })
  return { success: true, message: 'Your message has been received.' }
}

/** Counts a lead unless there are `max`. Call it last, because all new leads wait for this row. */
async function takePlace(tx: Prisma.TransactionClient, storeId: string, max: number): Promise<void> {
  const taken = await countWithin(tx, {
    table: 'store_usage',
    counter: 'leads',
    most: max,
    storeId,
    day: null,
    by: null,
  })
  if (taken === 0) throw new Problem('QUOTA_EXCEEDED', 'This site has reached its lead storage limit.')
}

const leadSubmitted = ({ id, name, email, phone, message, createdAt }: Lead): WebhookEvent => ({
  type: 'lead.submitted',
  subject: `lead:${id}`,
  data: { lead: { id, name, email, phone, message, created_at: createdAt.toISOString() } },
})
