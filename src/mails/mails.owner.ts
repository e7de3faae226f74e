import { ownerBuilder } from '../gateway/owner-builder.ts'
import { MailName as MailNames, MailRecipient as MailRecipients } from './mail-name.ts'
import { listMailTemplates, previewMail, type ShownTemplate, setMailTemplate } from './mail-templates.ts'
import type { WrittenMail } from './write-mail.ts'

const MailName = ownerBuilder.enumType('MailName', {
  description: 'A mail that follows a sale.',
  values: {
    [MailNames.ORDER_CONFIRMED]: { description: 'An order was paid for, or cost nothing.' },
    [MailNames.ORDER_SHIPPED]: { description: 'An order was sent, with carrier and tracking where they are known.' },
    [MailNames.ORDER_CANCELLED]: { description: 'An order was cancelled.' },
    [MailNames.ORDER_REFUNDED]: { description: 'Money of an order has gone back: all of it, or a part.' },
    [MailNames.NEW_ORDER]: { description: 'For the owner: an order was paid for, or cost nothing.' },
    [MailNames.NEEDS_ATTENTION]: { description: 'For the owner: there is a reason to look at an order.' },
  } as const,
})

const MailRecipient = ownerBuilder.enumType('MailRecipient', {
  description: 'Whom a mail is written to.',
  values: {
    [MailRecipients.BUYER]: { description: 'The email address of the order, when it has one.' },
    [MailRecipients.OWNER]: { description: 'The store’s `ownerEmail`, when it is set.' },
  } as const,
})

const MailTemplate = ownerBuilder.objectRef<ShownTemplate>('MailTemplate').implement({
  description: 'What a mail says. Below it stand the order’s lines and sums, which are the same for all.',
  fields: (t) => ({
    name: t.expose('name', { type: MailName, description: 'Which mail.' }),
    recipient: t.expose('recipient', { type: MailRecipient, description: 'Whom it is written to.' }),
    subject: t.exposeString('subject', { description: 'Its subject, with placeholders.' }),
    body: t.exposeString('body', { description: 'Its words, with placeholders. An empty line divides paragraphs.' }),
    isOwn: t.exposeBoolean('isOwn', { description: 'Whether subject or body are other than the service brings them.' }),
    placeholders: t.exposeStringList('placeholders', {
      description: 'The placeholders that it knows, such as `order.number` for `{{order.number}}`.',
    }),
  }),
})

const MailPreview = ownerBuilder.objectRef<WrittenMail>('MailPreview').implement({
  description: 'A mail as it goes out.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Its subject.' }),
    text: t.exposeString('text', { description: 'It as text.' }),
    html: t.exposeString('html', { description: 'It as HTML.' }),
  }),
})

ownerBuilder.queryField('mailTemplates', (t) =>
  t.field({
    type: [MailTemplate],
    nullable: true,
    description: 'The mails that follow a sale, and what they say.',
    resolve: (_, __, context) => listMailTemplates(context),
  }),
)

ownerBuilder.queryField('mailPreview', (t) =>
  t.field({
    type: MailPreview,
    nullable: true,
    description: 'A mail as it would go out, about an order that does not exist.',
    args: { name: t.arg({ type: MailName, required: true, description: 'Which.' }) },
    resolve: (_, { name }, context) => previewMail(context, name),
  }),
)

ownerBuilder.mutationField('setMailTemplate', (t) =>
  t.field({
    type: MailTemplate,
    nullable: true,
    description:
      'Sets what a mail says. Plain text: everything is escaped in HTML. `{{…}}` stands for a placeholder that the mail knows.',
    args: {
      name: t.arg({ type: MailName, required: true, description: 'Which.' }),
      subject: t.arg.string({
        description: 'One line of at most 200 characters; null or left out: as the service brings it.',
      }),
      body: t.arg.string({ description: 'At most 5000 characters; null or left out: as the service brings it.' }),
    },
    resolve: (_, args, context) => setMailTemplate(context, args),
  }),
)
