import { ownerBuilder, pageArgs, withAsksCount } from '../../api/graphql/schema/owner-builder.ts'
import type { Webhook as WebhookRow } from '../../generated/prisma/client.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import {
  createWebhook,
  deleteWebhook,
  MAX_WEBHOOKS,
  OVERLAP_HOURS,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookWithSecret,
} from './change-webhook.ts'
import { checkEventScope } from './event-scopes.ts'
import { type EventType, eventNames, eventTypes } from './event-types.ts'
import { listMessages, listWebhooks } from './list-webhooks.ts'
import { redeliver, sendTestEvent } from './redeliver.ts'

const WebhookEvent = ownerBuilder.enumType('WebhookEvent', {
  description:
    'The types of events that a webhook can subscribe to. In messages, `ORDER_CONFIRMED` is written `order.confirmed`, and so on.',
  values: Object.fromEntries(
    eventNames.map((name) => [name.replace('.', '_').toUpperCase(), { value: name, description: eventTypes[name] }]),
  ) as Record<string, { value: EventType; description: string }>, // What fromEntries forgets.
})

const MessageStatus = ownerBuilder.enumType('WebhookMessageStatus', {
  description: 'The delivery status of a message.',
  values: {
    WAITING: {
      description: 'Not delivered yet: it may be waiting for a retry or for an earlier message about the same subject.',
    },
    DELIVERED: { description: 'The receiver responded with a 2xx status.' },
    GIVEN_UP: { description: 'All attempts failed, or the webhook was disabled.' },
  } as const,
})

const known = ({ events }: WebhookRow) => eventNames.filter((name) => events.includes(name))

const Webhook = ownerBuilder.prismaObject('Webhook', {
  scope: 'settings',
  excludesRead: true,
  description: 'A URL that receives the store’s events as signed POST requests (Standard Webhooks).',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the webhook, unique within the store.' }),
    url: t.exposeString('url', { description: 'The URL that receives the events.' }),
    events: t.field({
      type: [WebhookEvent],
      description: 'The event types it is subscribed to. Empty: all of them, including types added in later versions.',
      resolve: known,
    }),
    active: t.exposeBoolean('active', { description: 'Whether events are sent to it.' }),
    offReason: t.exposeString('offReason', {
      nullable: true,
      description: 'Why the service disabled it; null if it did not.',
    }),
    previousSecretTill: t.expose('previousSecretTill', {
      type: 'DateTime',
      nullable: true,
      description:
        'Until when messages are also signed with the secret from before the last rotation; null if there is none.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last updated.' }),
    version: t.exposeInt('version', { description: 'Incremented by every change. Pass it to `updateWebhook`.' }),
  }),
})

const SecretOnce = ownerBuilder.objectRef<WebhookWithSecret>('WebhookWithSecret').implement({
  scope: 'settings',
  excludesRead: true,
  description: 'A webhook together with its new secret.',
  fields: (t) => ({
    webhook: t.expose('webhook', { type: Webhook, description: 'The webhook.' }),
    secret: t.exposeString('secret', {
      description: 'The secret that signs its messages, `whsec_…`. It is shown only in this response.',
    }),
  }),
})

const Message = ownerBuilder.prismaObject('WebhookMessage', {
  scope: 'settings',
  excludesRead: true,
  description: 'One event to be delivered to one webhook. Delivered messages are stored for 7 days, others for 30.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the message, sent in the `webhook-id` header with every attempt.' }),
    webhookId: t.exposeID('webhookId', { description: 'The webhook it is addressed to.' }),
    type: t.exposeString('type', { description: 'The type of the event, such as `order.confirmed` or `ping`.' }),
    body: t.string({
      nullable: true,
      description:
        'The JSON body that is sent. Needs the key scope of what the event is about: `orders`, `catalogue` for reviews and stock, `customers` for leads, or `read`.',
      resolve: (message, _, { caller }) => {
        checkEventScope(caller, message.type)
        return message.body
      },
    }),
    status: t.expose('status', { type: MessageStatus, description: 'Its delivery status.' }),
    attempts: t.exposeInt('attempts', { description: 'The number of delivery attempts so far.' }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last attempt failed; null if no attempt failed or the message was delivered.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt after a failure is made; null if no retry is scheduled.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the event happened.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered or given up; null until then.',
    }),
  }),
})

const MessageConnection = ownerBuilder.connectionObject(
  {
    type: Message,
    name: 'WebhookMessageConnection',
    scope: 'settings',
    excludesRead: true,
    description: 'A page of webhook messages.',
  },
  {
    name: 'WebhookMessageEdge',
    scope: 'settings',
    excludesRead: true,
    description: 'A webhook message and its cursor.',
  },
)

const NewWebhook = ownerBuilder.inputType('NewWebhookInput', {
  description: 'A webhook to create.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'The URL that receives the events: https, on the public internet.' }),
    events: t.field({
      type: [WebhookEvent],
      description: 'The event types to subscribe to; all of them if empty or omitted.',
    }),
  }),
})

const WebhookChanges = ownerBuilder.inputType('WebhookInput', {
  description: 'The changes to a webhook. Omitted fields stay unchanged.',
  fields: (t) => ({
    url: t.string({
      description: 'The URL that receives the events, including those still waiting: https, on the public internet.',
    }),
    events: t.field({ type: [WebhookEvent], description: 'The event types to subscribe to; all of them if empty.' }),
    active: t.boolean({
      description: 'Whether events are sent to it. Disabling it discards the messages that are waiting.',
    }),
  }),
})

ownerBuilder.queryFields((t) => ({
  webhooks: t.field({
    scope: 'settings',
    excludesRead: true,
    type: [Webhook],
    nullable: true,
    description: `The webhooks of the store, at most ${MAX_WEBHOOKS}, oldest first.`,
    resolve: (_, __, context) => listWebhooks(context),
  }),
  webhookMessages: t.field({
    scope: 'settings',
    excludesRead: true,
    type: MessageConnection,
    nullable: true,
    description: 'The messages sent or still to be sent to webhooks, newest first.',
    complexity: ownerPageCost,
    args: {
      ...pageArgs,
      status: t.arg({ type: MessageStatus, description: 'Only messages with this status.' }),
      webhookId: t.arg.id({ description: 'Only messages for this webhook.' }),
    },
    resolve: (_, args, context, info) => listMessages(context, withAsksCount(args, info)),
  }),
}))

const id = 'The ID of the webhook.'

ownerBuilder.mutationFields((t) => ({
  createWebhook: t.field({
    scope: 'settings',
    type: SecretOnce,
    nullable: true,
    description:
      'Creates a webhook and returns its secret. The key needs the scopes of its events as well: `orders`, `catalogue` for reviews and stock, `customers` for leads, or `read`.',
    args: { input: t.arg({ type: NewWebhook, required: true, description: 'The webhook to create.' }) },
    resolve: (_, { input }, context) => createWebhook(context, input),
  }),
  updateWebhook: t.field({
    scope: 'settings',
    type: Webhook,
    nullable: true,
    description:
      'Updates a webhook. A new URL, new events, or `active: true` need the scopes of its events, as `createWebhook` does.',
    args: {
      id: t.arg.id({ required: true, description: id }),
      version: t.arg.int({
        required: true,
        description: 'The version the change is based on; `CONFLICT` if it is no longer current.',
      }),
      input: t.arg({ type: WebhookChanges, required: true, description: 'The changes.' }),
    },
    resolve: (_, args, context) => updateWebhook(context, args),
  }),
  deleteWebhook: t.field({
    scope: 'settings',
    type: Webhook,
    nullable: true,
    description: 'Deletes a webhook and all its messages.',
    args: { id: t.arg.id({ required: true, description: id }) },
    resolve: (_, args, context) => deleteWebhook(context, args.id),
  }),
  rotateWebhookSecret: t.field({
    scope: 'settings',
    type: SecretOnce,
    nullable: true,
    description: `Gives a webhook a new secret. For ${OVERLAP_HOURS} hours, messages are signed with the previous one as well.`,
    args: { id: t.arg.id({ required: true, description: id }) },
    resolve: (_, args, context) => rotateWebhookSecret(context, args.id),
  }),
  sendTestEvent: t.field({
    scope: 'settings',
    type: Message,
    nullable: true,
    description: 'Sends a test event of type `ping` to a webhook, regardless of its subscriptions.',
    args: { id: t.arg.id({ required: true, description: id }) },
    resolve: (_, args, context) => sendTestEvent(context, args.id),
  }),
  redeliver: t.field({
    scope: 'settings',
    type: Message,
    nullable: true,
    description: 'Sends a message again immediately, whatever its status.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the message.' }) },
    resolve: (_, args, context) => redeliver(context, args.id),
  }),
}))
