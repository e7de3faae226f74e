import type { Context } from '../../api/context.ts'
import type { MailTemplate, Prisma, Store } from '../../generated/prisma/client.ts'
import { lockName } from '../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { currencyExponent } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import type { OrderDelivery } from '../delivery/order-delivery.ts'
import { changedFields } from '../history/changed-fields.ts'
import { type ChangedBy, recordChange } from '../history/record-change.ts'
import { type MailName, type MailRecipient, mailNames, recipientOf } from './mail-name.ts'
import type { MailedStore, MailFacts } from './order-facts.ts'
import { placeholderMistake, placeholdersOf } from './placeholders.ts'
import { DEFAULT_LANGUAGE, words } from './words/words.ts'
import { type WrittenMail, writeMail } from './write-mail.ts'

const MAX_SUBJECT = 200
const MAX_BODY = 5_000

type Scope = Pick<Context, 'services' | 'store'>

export interface ShownTemplate {
  name: MailName
  recipient: MailRecipient
  subject: string
  body: string
  /** Whether subject or body are the owner's own. */
  isOwn: boolean
  placeholders: string[]
}

type Own = Pick<MailTemplate, 'subject' | 'body'>

interface Draft {
  name: MailName
  subject?: string | null | undefined
  body?: string | null | undefined
}

const rules = inputRules({
  required: [],
  missing: '',
  fields: {
    subject: labelledText({ label: 'subject', max: MAX_SUBJECT, min: 1, trim: true })
      .refine((subject) => !/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]/u.test(subject), {
        error: 'subject must be one line',
      })
      .nullish(),
    body: labelledText({ label: 'body', max: MAX_BODY, min: 1, trim: true }).nullish(),
  },
})

/** With the owner's words where there are any. */
export async function listMailTemplates({ services, store }: Scope): Promise<ShownTemplate[]> {
  const own = await services.db.prisma.mailTemplate.findMany({ where: { storeId: store.id } })
  return mailNames.map((name) => shown(name, own.find((template) => template.name === name) ?? null))
}

/**
 * Null, or nothing, restores the service's words. @throws Problem BAD_USER_INPUT, such as for an unknown placeholder
 */
export async function setMailTemplate(scope: Scope & ChangedBy, { name, ...input }: Draft): Promise<ShownTemplate> {
  const { services, store } = scope
  const own = parseDraft(name, input)
  await inTransaction(services.db.prisma, async (tx) => {
    await lockName(tx, `mail ${store.id} ${name}`)
    const stored = await tx.mailTemplate.findUnique({ where: { storeId_name: { storeId: store.id, name } } })
    await write(tx, store.id, name, own, services.clock())
    const fields = changedFields({ subject: null, body: null, ...stored }, own, { currency: '' })
    await recordChange(tx, scope, { subject: 'MAIL_TEMPLATE', subjectId: name, action: 'CHANGED', fields })
  })
  return shown(name, own)
}

/** @throws Problem BAD_USER_INPUT */
function parseDraft(name: MailName, input: Omit<Draft, 'name'>): Own {
  const { subject = null, body = null } = parseInput(rules, input)
  for (const [label, text] of Object.entries({ subject, body })) {
    const mistake = text === null ? null : placeholderMistake(label, text, name)
    if (mistake) throw new Problem('BAD_USER_INPUT', mistake)
  }
  return { subject, body: body?.replace(/\r\n?/g, '\n') ?? null }
}

async function write(tx: Prisma.TransactionClient, storeId: string, name: MailName, own: Own, updatedAt: Date) {
  if (own.subject === null && own.body === null) {
    await tx.mailTemplate.deleteMany({ where: { storeId, name } })
    return
  }
  await tx.mailTemplate.upsert({
    where: { storeId_name: { storeId, name } },
    create: { storeId, name, ...own, updatedAt },
    update: { ...own, updatedAt },
  })
}

/**
 * About an order that does not exist. What the draft leaves out is as it is stored; null is the service's words.
 * @throws Problem BAD_USER_INPUT
 */
export async function previewMail({ services, store }: Scope, { name, ...input }: Draft): Promise<WrittenMail> {
  const draft = parseDraft(name, input)
  const stored = await services.db.prisma.mailTemplate.findFirst({ where: { storeId: store.id, name } })
  const own = {
    subject: input.subject === undefined ? (stored?.subject ?? null) : draft.subject,
    body: input.body === undefined ? (stored?.body ?? null) : draft.body,
  }
  return writeMail(exampleOf(name, store, services.clock()), own)
}

function shown(name: MailName, own: Own | null): ShownTemplate {
  const { subject, body } = words[DEFAULT_LANGUAGE].mails[name]
  return {
    name,
    recipient: recipientOf(name),
    subject: own?.subject ?? subject,
    body: own?.body ?? body,
    isOwn: own !== null && (own.subject !== null || own.body !== null),
    placeholders: [...placeholdersOf(name)],
  }
}

const examplePickup = {
  ...{ method: 'counter', name: 'Pick-up at the counter', kind: 'PICKUP', zone: 'city', fee: '0', destination: null },
  ...{ from: null, until: null, pickup: { address: '3 Market Street, Kolkata', hours: 'Monday to Saturday, 9 to 18' } },
} satisfies OrderDelivery

/** In the store's currency. */
function exampleOf(name: MailName, store: MailedStore & Pick<Store, 'currency'>, now: Date): MailFacts {
  const { currency } = store
  const unit = 10n ** BigInt(currencyExponent(currency))
  return {
    name,
    store,
    order: {
      orderNo: 'ORD-0123456789',
      createdAt: now,
      currency,
      provider: null,
      subtotal: 300n * unit,
      discountAmount: 30n * unit,
      discountCode: 'WELCOME',
      loyaltyDiscount: 0n,
      shippingFee: 40n * unit,
      taxAmount: 0n,
      taxInclusive: false,
      total: 310n * unit,
      buyerName: 'Asha Rao',
      buyerPhone: '+91 98765 43210',
      buyerEmail: 'asha@example.com',
      buyerAddress: '12 Lake Road, Kolkata 700029',
      buyerNotes: null,
      carrier: 'Road Runners',
      trackingNumber: 'RR 123',
      trackingUrl: 'https://track.example/RR123',
      ...{ status: 'CONFIRMED', paymentStatus: 'PAID', collectedAmount: 0n, paymentTerms: null, holdExpiresAt: now },
      delivery: name === 'ORDER_READY' ? examplePickup : null,
      needsAttention: 'Paid when there was not enough in stock of: Assam.',
      items: [
        { name: 'Assam', options: { size: '250g' }, optionNames: ['size'], sku: null, unitPrice: 100n * unit, qty: 2 },
        { name: 'Cup', options: null, optionNames: [], sku: null, unitPrice: 100n * unit, qty: 1 },
      ],
    },
    refund: name === 'ORDER_REFUNDED' ? { amount: 310n * unit, currency, extent: 'all' } : null,
  }
}
