import { ownerBuilder, pageArgs, withAsksCount } from '../gateway/owner-builder.ts'
import type { Webhook as WebhookRow } from '../generated/prisma/client.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import {
  createWebhook,
  deleteWebhook,
  MAX_WEBHOOKS,
  OVERLAP_HOURS,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookWithSecret,
} from './change-webhook.ts'
import { type EventType, eventNames, eventTypes } from './event-types.ts'
import { listMessages, listWebhooks } from './list-webhooks.ts'
import { redeliver, sendTestEvent } from './redeliver.ts'

const WebhookEvent = ownerBuilder.enumType('WebhookEvent', {
  description: 'What a webhook can be told of. Its messages call `ORDER_CONFIRMED` `order.confirmed`, and so on.',
  values: Object.fromEntries(
    eventNames.map((name) => [name.replace('.', '_').toUpperCase(), { value: name, description: eventTypes[name] }]),
  ) as Record<string, { value: EventType; description: string }>, // What fromEntries forgets.
})

const MessageStatus = ownerBuilder.enumType('WebhookMessageStatus', {
  description: 'Where a message stands.',
  values: {
    WAITING: { description: 'It is yet to be delivered, after failures perhaps, or after an earlier one.' },
    DELIVERED: { description: 'The receiver answered 2xx.' },
    GIVEN_UP: { description: 'All attempts have failed, or the webhook was switched off.' },
  } as const,
})

const known = ({ events }: WebhookRow) => eventNames.filter((name) => events.includes(name))

const Webhook = ownerBuilder.prismaObject('Webhook', {
  description: 'An address that is told what happens in the store, by signed POST requests (Standard Webhooks).',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the webhook in its store.' }),
    url: t.exposeString('url', { description: 'Where it leads.' }),
    events: t.field({
      type: [WebhookEvent],
      description: 'What it is told of; empty: everything, also events that a later version brings.',
      resolve: known,
    }),
    active: t.exposeBoolean('active', { description: 'Whether it is told anything.' }),
    offReason: t.exposeString('offReason', {
      nullable: true,
      description: 'Why the service has switched it off; null when it did not.',
    }),
    previousSecretTill: t.expose('previousSecretTill', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when messages are signed by the secret before the last rotation, too; null without one.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.exposeInt('version', { description: 'Rises with every change; send it with yours.' }),
  }),
})

const SecretOnce = ownerBuilder.objectRef<WebhookWithSecret>('WebhookWithSecret').implement({
  description: 'A webhook whose secret is new.',
  fields: (t) => ({
    webhook: t.expose('webhook', { type: Webhook, description: 'The webhook.' }),
    secret: t.exposeString('secret', {
      description: 'What signs its messages, `whsec_…`. It is told now and never again.',
    }),
  }),
})

const Message = ownerBuilder.prismaObject('WebhookMessage', {
  description: 'One event on its way to one webhook. Delivered ones are kept for 7 days, others for 30.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The header `webhook-id` that the receiver sees, at every attempt.' }),
    webhookId: t.exposeID('webhookId', { description: 'The webhook that it is for.' }),
    type: t.exposeString('type', { description: 'What it tells of, such as `order.confirmed`, or `ping`.' }),
    body: t.exposeString('body', { description: 'The JSON that is sent.' }),
    status: t.expose('status', { type: MessageStatus, description: 'Where it stands.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was sent.' }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last attempt failed; null when none did, or it was delivered.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is sent again after a failure; null when it waits for none.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered or given up; null while it waits.',
    }),
  }),
})

const MessageConnection = ownerBuilder.connectionObject(
  { type: Message, name: 'WebhookMessageConnection', description: 'A page of messages.' },
  { name: 'WebhookMessageEdge', description: 'A message with its place in the list.' },
)

const NewWebhook = ownerBuilder.inputType('NewWebhookInput', {
  description: 'A webhook to be.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'Where it leads: an https URL on the public internet.' }),
    events: t.field({ type: [WebhookEvent], description: 'What it is told of; empty or left out: everything.' }),
  }),
})

const WebhookChanges = ownerBuilder.inputType('WebhookInput', {
  description: 'What changes of a webhook; what is left out stays.',
  fields: (t) => ({
    url: t.string({ description: 'Where it leads, also for what waits: an https URL on the public internet.' }),
    events: t.field({ type: [WebhookEvent], description: 'What it is told of; empty: everything.' }),
    active: t.boolean({ description: 'Whether it is told anything. Switched off, it forgets what waits for it.' }),
  }),
})

ownerBuilder.queryFields((t) => ({
  webhooks: t.field({
    type: [Webhook],
    nullable: true,
    description: `The webhooks of the store, at most ${MAX_WEBHOOKS}, the oldest first.`,
    resolve: (_, __, context) => listWebhooks(context),
  }),
  webhookMessages: t.field({
    type: MessageConnection,
    nullable: true,
    description: 'What webhooks were told and are yet to be told, newest first.',
    complexity: ownerPageCost,
    args: {
      ...pageArgs,
      status: t.arg({ type: MessageStatus, description: 'Only those that stand there.' }),
      webhookId: t.arg.id({ description: 'Only those for this webhook.' }),
    },
    resolve: (_, args, context, info) => listMessages(context, withAsksCount(args, info)),
  }),
}))

const id = 'The webhook.'

ownerBuilder.mutationFields((t) => ({
  createWebhook: t.field({
    type: SecretOnce,
    nullable: true,
    description: 'Creates a webhook.',
    args: { input: t.arg({ type: NewWebhook, required: true, description: 'The webhook.' }) },
    resolve: (_, { input }, context) => createWebhook(context, input),
  }),
  updateWebhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'Changes a webhook.',
    args: {
      id: t.arg.id({ required: true, description: id }),
      version: t.arg.int({ required: true, description: 'The version that the change is based on.' }),
      input: t.arg({ type: WebhookChanges, required: true, description: 'What changes.' }),
    },
    resolve: (_, args, context) => updateWebhook(context, args),
  }),
  deleteWebhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'Deletes a webhook, and with it what waits for it.',
    args: { id: t.arg.id({ required: true, description: id }) },
    resolve: (_, args, context) => deleteWebhook(context, args.id),
  }),
  rotateWebhookSecret: t.field({
    type: SecretOnce,
    nullable: true,
    description: `Gives a webhook a new secret. For ${OVERLAP_HOURS} hours the one before signs along.`,
    args: { id: t.arg.id({ required: true, description: id }) },
    resolve: (_, args, context) => rotateWebhookSecret(context, args.id),
  }),
  sendTestEvent: t.field({
    type: Message,
    nullable: true,
    description: 'Sends a webhook an event of the type `ping`, whichever events it is told.',
    args: { id: t.arg.id({ required: true, description: id }) },
    resolve: (_, args, context) => sendTestEvent(context, args.id),
  }),
  redeliver: t.field({
    type: Message,
    nullable: true,
    description: 'Sends a message anew, at once, whatever has become of it.',
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: (_, args, context) => redeliver(context, args.id),
  }),
}))
