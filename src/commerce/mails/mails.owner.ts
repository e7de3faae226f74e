import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import type { OrderMail as StoredMail } from '../../generated/prisma/client.ts'
import { mailState, MailStatus as Statuses } from './list-order-mails.ts'
import { MailName as MailNames, MailRecipient as MailRecipients, recipientOf } from './mail-name.ts'
import { listMailTemplates, previewMail, type ShownTemplate, setMailTemplate } from './mail-templates.ts'
import type { WrittenMail } from './write-mail.ts'

const MailName = ownerBuilder.enumType('MailName', {
  description: 'An email about an order.',
  values: {
    [MailNames.ORDER_CONFIRMED]: { description: 'To the buyer: the order was paid for, or its total was 0.' },
    [MailNames.ORDER_READY]: {
      description: 'To the buyer: the goods are ready, and where to pick them up.',
    },
    [MailNames.ORDER_SHIPPED]: {
      description: 'To the buyer: the order was shipped, with carrier and tracking if known.',
    },
    [MailNames.ORDER_CANCELLED]: { description: 'To the buyer: the order was cancelled.' },
    [MailNames.ORDER_REFUNDED]: { description: 'To the buyer: the order was refunded, in full or in part.' },
    [MailNames.NEW_ORDER]: { description: 'To the owner: an order was paid for, or its total was 0.' },
    [MailNames.NEEDS_ATTENTION]: { description: 'To the owner: an order needs attention.' },
  } as const,
})

const MailRecipient = ownerBuilder.enumType('MailRecipient', {
  description: 'The recipient of an email.',
  values: {
    [MailRecipients.BUYER]: { description: 'The buyer’s email address on the order, if there is one.' },
    [MailRecipients.OWNER]: { description: 'The store’s `ownerEmail`, if it is set.' },
  } as const,
})

const MailTemplate = ownerBuilder.objectRef<ShownTemplate>('MailTemplate').implement({
  scope: 'settings',
  description: 'The template of an email. The lines and totals of the order are appended to it.',
  fields: (t) => ({
    name: t.expose('name', { type: MailName, description: 'The email that the template is for.' }),
    recipient: t.expose('recipient', { type: MailRecipient, description: 'The recipient of the email.' }),
    subject: t.exposeString('subject', { description: 'The subject, with placeholders.' }),
    body: t.exposeString('body', { description: 'The text, with placeholders. Empty lines separate paragraphs.' }),
    isOwn: t.exposeBoolean('isOwn', { description: 'Whether the subject or the body differs from the default.' }),
    placeholders: t.exposeStringList('placeholders', {
      description: 'The available placeholders, such as `order.number` for `{{order.number}}`.',
    }),
  }),
})

const MailPreview = ownerBuilder.objectRef<WrittenMail>('MailPreview').implement({
  scope: 'settings',
  description: 'A rendered email.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'The subject.' }),
    text: t.exposeString('text', { description: 'The email as plain text.' }),
    html: t.exposeString('html', { description: 'The email as HTML.' }),
  }),
})

ownerBuilder.queryField('mailTemplates', (t) =>
  t.field({
    scope: 'settings',
    type: [MailTemplate],
    nullable: true,
    description: 'The templates of all emails about orders.',
    resolve: (_, __, context) => listMailTemplates(context),
  }),
)

ownerBuilder.queryField('mailPreview', (t) =>
  t.field({
    scope: 'settings',
    type: MailPreview,
    nullable: true,
    description: 'A preview of an email with a made-up order, also of a draft that `setMailTemplate` would accept.',
    args: {
      name: t.arg({ type: MailName, required: true, description: 'The name of the email.' }),
      subject: t.arg.string({
        description: 'The subject of the draft; null for the default, the stored one when omitted.',
      }),
      body: t.arg.string({ description: 'The text of the draft; null for the default, the stored one when omitted.' }),
    },
    resolve: (_, args, context) => previewMail(context, args),
  }),
)

ownerBuilder.mutationField('setMailTemplate', (t) =>
  t.field({
    scope: 'settings',
    type: MailTemplate,
    nullable: true,
    description:
      'Sets the template of an email. Subject and body are plain text, which is escaped in HTML, with `{{…}}` for placeholders.',
    args: {
      name: t.arg({ type: MailName, required: true, description: 'The name of the email.' }),
      subject: t.arg.string({
        description: 'The subject, one line of at most 200 characters; null or omitted for the default.',
      }),
      body: t.arg.string({ description: 'The text, at most 5000 characters; null or omitted for the default.' }),
    },
    resolve: (_, args, context) => setMailTemplate(context, args),
  }),
)

const MailStatus = ownerBuilder.enumType('MailStatus', {
  description: 'What has become of an email.',
  values: {
    [Statuses.SENT]: { description: 'The mail server has accepted it.' },
    [Statuses.NOT_SENT]: { description: 'It was not sent and will not be; `failure` says why.' },
    [Statuses.WAITING]: { description: 'It is being sent, or will be tried again.' },
    [Statuses.FAILED]: { description: 'No attempt has succeeded. `retryJob` tries again.' },
  } as const,
})

const OrderMail = ownerBuilder.objectRef<StoredMail>('OrderMail').implement({
  scope: 'orders',
  description: 'An email about an order, from its first attempt on.',
  fields: (t) => ({
    name: t.field({
      type: MailName,
      description: 'What it says.',
      // A CHECK of the database holds the same list.
      resolve: ({ name }) => name as MailNames,
    }),
    recipient: t.field({
      type: MailRecipient,
      description: 'Who it is for. The address is not stored.',
      resolve: ({ name }) => recipientOf(name as MailNames),
    }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the mail server accepted it; null if it has not.',
    }),
    status: t.field({
      type: MailStatus,
      description: 'What has become of it.',
      resolve: async (mail, _, context) => (await mailState(context, mail)).status,
    }),
    failure: t.string({
      nullable: true,
      description:
        'Why it was not sent, or why the last attempt failed; null if it was sent, or the reason is no longer stored.',
      resolve: async (mail, _, context) => (await mailState(context, mail)).failure,
    }),
  }),
})

ownerBuilder.prismaObjectField('Order', 'mails', (t) =>
  t.field({
    type: [OrderMail],
    description: 'The emails about the order, oldest first. They are listed for 90 days.',
    select: { mails: { orderBy: { id: 'asc' } } },
    resolve: ({ mails }) => mails,
  }),
)
