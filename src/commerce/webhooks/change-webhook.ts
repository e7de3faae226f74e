import { z } from 'zod'
import type { Caller } from '../../api/admission/caller.ts'
import type { Context } from '../../api/context.ts'
import type { Prisma, Webhook } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { Problem, versionConflict } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'
import { changedFields } from '../history/changed-fields.ts'
import { type NewChange, recordChange } from '../history/record-change.ts'
import { checkEventScopes } from './event-scopes.ts'
import { eventNames } from './event-types.ts'
import { endWaiting, SWITCHED_OFF } from './message-lease.ts'
import { newSecret } from './post-message.ts'
import { MAX_URL, type TargetRules } from './target.ts'

const url = labelledText({ label: 'URL', max: MAX_URL, trim: true })
const events = z.array(z.enum(eventNames, { error: 'Unknown event' })).transform((names) => [...new Set(names)])

const newWebhookInput = inputRules({
  required: ['url'],
  missing: 'The webhook needs a URL.',
  fields: { url, events: events.nullish() },
})

/** Fields that are left out stay as they are. */
const webhookChanges = inputRules({
  required: [],
  missing: '',
  fields: { url: url.nullish(), events: events.nullish(), active: z.boolean().nullish() },
})

/** @throws Problem BAD_USER_INPUT for a URL that webhooks may not have */
function checkUrl(rules: TargetRules, text: string): void {
  const problem = rules.urlProblem(text)
  if (problem) throw new Problem('BAD_USER_INPUT', problem, { field: 'url' })
}

export const MAX_WEBHOOKS = 10
/** The previous secret also signs for so long, so that receivers can be updated. */
export const OVERLAP_HOURS = 24

interface Scope extends Pick<Context, 'services' | 'store'> {
  /** None: a user of the command line. */
  caller?: Caller | undefined
}

/** Addresses often contain a secret. */
const hookChange = ({ id, url }: Webhook, change: Pick<NewChange, 'action' | 'fields'>): NewChange => ({
  subject: 'WEBHOOK',
  subjectId: id,
  subjectName: URL.canParse(url) ? new URL(url).origin : '',
  ...change,
})

/** The secret is shown only once. */
export interface WebhookWithSecret {
  webhook: Webhook
  secret: string
}

/** @throws Problem BAD_USER_INPUT, FORBIDDEN; CONFLICT when the store has the maximum number of webhooks */
export async function createWebhook(scope: Scope, input: unknown): Promise<WebhookWithSecret> {
  const { services, store } = scope
  const { url, events } = parseInput(newWebhookInput, input)
  checkUrl(services.webhookPost.rules, url)
  if (scope.caller) checkEventScopes(scope.caller, events ?? [])
  const secret = newSecret()
  const now = services.clock()
  return inTransaction(services.db.prisma, async (tx) => {
    // Parallel requests could exceed the limit of webhooks.
    await lockRow(tx, 'stores', { id: store.id })
    if ((await tx.webhook.count({ where: { storeId: store.id } })) >= MAX_WEBHOOKS) {
      throw new Problem('CONFLICT', `A store can have ${MAX_WEBHOOKS} webhooks. Delete one, or change its URL.`, {
        reason: 'LIMIT_REACHED',
      })
    }
    const webhook = await tx.webhook.create({
      data: {
        storeId: store.id,
        url,
        events: events ?? [],
        sealedSecret: services.seal.seal(store.id, secret),
        createdAt: now,
        updatedAt: now,
      },
    })
    await recordChange(tx, scope, hookChange(webhook, { action: 'CREATED' }))
    return { webhook, secret }
  })
}

/**
 * Waiting messages go to the new URL; when the webhook is disabled, they are given up.
 * @throws Problem BAD_USER_INPUT, FORBIDDEN, NOT_FOUND, CONFLICT when the version is not `version`
 */
export async function updateWebhook(
  scope: Scope,
  { id, version, input }: { id: string; version: number; input: unknown },
): Promise<Webhook> {
  const { services, store } = scope
  const { url, events, active } = parseInput(webhookChanges, input)
  if (url != null) checkUrl(services.webhookPost.rules, url)
  const now = services.clock()
  return inTransaction(services.db.prisma, async (tx) => {
    const key = await lockWebhook(tx, store.id, id)
    const before = await tx.webhook.findUniqueOrThrow({ where: { storeId_id: key } })
    const isRedirected = url != null || events != null || active === true
    if (scope.caller && isRedirected) checkEventScopes(scope.caller, events ?? before.events)
    const { count } = await tx.webhook.updateMany({
      where: { ...key, version },
      data: {
        ...(url != null && { url }),
        ...(events != null && { events }),
        ...(active != null && { active, offReason: null }),
        updatedAt: now,
        version: { increment: 1 },
      },
    })
    if (count === 0) throw versionConflict('webhook')
    if (active === false) await endWaiting(tx, { storeId: store.id, webhookId: id, reason: SWITCHED_OFF, now })
    const webhook = await tx.webhook.findUniqueOrThrow({ where: { storeId_id: key } })
    const fields = changedFields(before, webhook, { currency: '', secret: ['url'] })
    await recordChange(tx, scope, hookChange(webhook, { action: 'CHANGED', fields }))
    return webhook
  })
}

/** Waiting messages go too. @throws Problem NOT_FOUND */
export async function deleteWebhook(scope: Scope, id: string): Promise<Webhook> {
  const { services, store } = scope
  return inTransaction(services.db.prisma, async (tx) => {
    const key = await lockWebhook(tx, store.id, id)
    const webhook = await tx.webhook.delete({ where: { storeId_id: key } })
    await recordChange(tx, scope, hookChange(webhook, { action: 'DELETED' }))
    return webhook
  })
}

/** For a day, the previous secret signs messages, too. @throws Problem NOT_FOUND */
export async function rotateWebhookSecret(scope: Scope, id: string): Promise<WebhookWithSecret> {
  const { services, store } = scope
  const secret = newSecret()
  const now = services.clock()
  return inTransaction(services.db.prisma, async (tx) => {
    const key = await lockWebhook(tx, store.id, id)
    const { sealedSecret } = await tx.webhook.findUniqueOrThrow({ where: { storeId_id: key } })
    const webhook = await tx.webhook.update({
      where: { storeId_id: key },
      data: {
        sealedSecret: services.seal.seal(store.id, secret),
        sealedPreviousSecret: sealedSecret,
        previousSecretTill: new Date(now.getTime() + OVERLAP_HOURS * 3_600_000),
        updatedAt: now,
        version: { increment: 1 },
      },
    })
    await recordChange(tx, scope, hookChange(webhook, { action: 'CHANGED', fields: [{ name: 'secret' }] }))
    return { webhook, secret }
  })
}

/** @throws Problem NOT_FOUND */
async function lockWebhook(tx: Prisma.TransactionClient, storeId: string, id: string) {
  if (!isUuid(id) || !(await lockRow(tx, 'webhooks', { storeId, id }))) throw webhookNotFound()
  return { storeId, id }
}

export const webhookNotFound = (): Problem => new Problem('NOT_FOUND', 'Webhook not found')
