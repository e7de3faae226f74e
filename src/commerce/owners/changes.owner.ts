import { ownerBuilder, pageArgs, withAsksCount } from '../../api/graphql/schema/owner-builder.ts'
import type { Change as StoredChange } from '../../generated/prisma/client.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import { ChangeAction as Actions, SubjectKind as Kinds, ValueType as Types } from '../history/change-kinds.ts'
import type { ChangedField as Field } from '../history/changed-fields.ts'
import { fieldsOf, listChanges } from './list-changes.ts'
import { nameActor } from './name-actor.ts'

const Kind = ownerBuilder.enumType('ChangeSubjectKind', {
  description: 'What a change is about.',
  values: {
    [Kinds.SETTINGS]: { description: 'The store’s settings, or an import of a whole store.' },
    [Kinds.PRODUCT]: { description: 'A product with its variants and stock, or an import of products or stock.' },
    [Kinds.PICTURE]: { description: 'An uploaded picture.' },
    [Kinds.REVIEW]: { description: 'A review; `ChangeSubject.name` is its product’s.' },
    [Kinds.DISCOUNT]: { description: 'A discount.' },
    [Kinds.SHIPPING_ZONE]: { description: 'A delivery zone with its delivery methods.' },
    [Kinds.PAYMENT_METHOD]: { description: 'A payment method.' },
    [Kinds.PAYMENT_ACCOUNT]: { description: 'The account with the payment provider.' },
    [Kinds.MAIL_TEMPLATE]: { description: 'The template of an email.' },
    [Kinds.PAGE]: { description: 'A page of your own.' },
    [Kinds.REDIRECT]: { description: 'A redirect from an old address, or an import of redirects.' },
    [Kinds.WEBHOOK]: { description: 'A webhook.' },
    [Kinds.KEY]: { description: 'A key for the owner’s API.' },
    [Kinds.MEMBER]: { description: 'A person’s role in the store.' },
    [Kinds.INVITATION]: { description: 'An invitation to work for the store; its name is the email.' },
  } as const,
})

const Action = ownerBuilder.enumType('ChangeAction', {
  description: 'What was done.',
  values: {
    [Actions.CREATED]: { description: 'It was created.' },
    [Actions.CHANGED]: { description: 'It was changed.' },
    [Actions.DELETED]: {
      description: 'It was deleted; a key or invitation was revoked; a person was removed, or left.',
    },
    [Actions.IMPORTED]: { description: 'An import; `detail` has its counts.' },
  } as const,
})

const ValueType = ownerBuilder.enumType('ChangedValueType', {
  description: 'How the values of a changed field are to be read.',
  values: {
    [Types.TEXT]: { description: 'As they stand; a rate in percent ends with “%”.' },
    [Types.NUMBER]: { description: 'A number that is no amount of money.' },
    [Types.AMOUNT]: { description: 'In main units of the store’s currency.' },
    [Types.INSTANT]: { description: 'A time, as ISO 8601 in UTC.' },
    [Types.FLAG]: { description: '`true` or `false`.' },
  } as const,
})

const Subject = ownerBuilder.objectRef<StoredChange>('ChangeSubject').implement({
  description: 'What a change is about.',
  fields: (t) => ({
    kind: t.field({
      type: Kind,
      description: 'What it is.',
      // A CHECK of the database holds the same list.
      resolve: ({ subject }) => subject as Kinds,
    }),
    id: t.id({
      nullable: true,
      description:
        'The ID of a product, picture, review, page, webhook, key, person or invitation; the code of a discount, zone or payment method; the name of a template. Null for settings, the payment account and imports.',
      resolve: ({ subjectId }) => subjectId || null,
    }),
    name: t.exposeString('subjectName', { description: 'What it was called then; empty where it has no name.' }),
  }),
})

const ChangedField = ownerBuilder.objectRef<Field>('ChangedField').implement({
  description: 'A field that was changed.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The field, such as `price (size: 250g)` of a variant.' }),
    from: t.string({
      nullable: true,
      description: 'The value before, shortened to 200 characters; null for none, and if `hasValues` is false.',
      resolve: ({ from }) => from ?? null,
    }),
    to: t.string({
      nullable: true,
      description: 'The value after.',
      resolve: ({ to }) => to ?? null,
    }),
    type: t.field({
      type: ValueType,
      description: 'How the values are to be read; `TEXT` if there are none.',
      resolve: ({ type }) => type ?? Types.TEXT,
    }),
    hasValues: t.boolean({
      description: 'Whether the values are recorded: not for secrets, addresses of webhooks, lists and objects.',
      resolve: (field) => field.to !== undefined,
    }),
  }),
})

const Change = ownerBuilder.objectRef<StoredChange>('Change').implement({
  scope: 'settings',
  description: 'A change of the store. It is listed for 90 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the change, unique within the store.' }),
    actor: t.string({
      description:
        'Who made it: `operator` (a user of the service’s command line), or `owner: ` followed by the name of the key, or `person: ` followed by that of a person who works for the store.',
      resolve: ({ actor }, _, context) => nameActor(context, actor),
    }),
    subject: t.field({ type: Subject, description: 'What it is about.', resolve: (change) => change }),
    action: t.field({
      type: Action,
      description: 'What was done.',
      // A CHECK of the database holds the same list.
      resolve: ({ action }) => action as Actions,
    }),
    fields: t.field({
      type: [ChangedField],
      description: 'What was changed, at most 50 fields.',
      resolve: (change) => fieldsOf(change),
    }),
    detail: t.exposeString('detail', {
      description:
        'The counts of an import, the scopes of a new key, the role of somebody new or invited, or the reason of a change of stock.',
    }),
    at: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  }),
})

const ChangeConnection = ownerBuilder.connectionObject(
  { type: Change, name: 'ChangeConnection', scope: 'settings', description: 'A page of changes.' },
  { name: 'ChangeEdge', scope: 'settings', description: 'A change and its cursor.' },
)

const SubjectInput = ownerBuilder.inputType('ChangeSubjectInput', {
  description: 'What changes are about.',
  fields: (t) => ({
    kind: t.field({ type: Kind, required: true, description: 'What it is.' }),
    id: t.string({ description: 'Its ID, code or name, as `ChangeSubject.id` has it; all of the kind by default.' }),
  }),
})

ownerBuilder.queryField('changes', (t) =>
  t.field({
    scope: 'settings',
    type: ChangeConnection,
    nullable: true,
    description:
      'Who has changed what of the store in the last 90 days, newest first. Orders have a history of their own. A key sees changes of what its scopes show: of products, pictures and reviews with `catalogue`, of discounts with `marketing`, of the payment account with `money`; with `read` all but those of keys, people, webhooks and the payment account.',
    complexity: ownerPageCost,
    args: { subject: t.arg({ type: SubjectInput, description: 'Only changes of this.' }), ...pageArgs },
    resolve: (_, args, context, info) => listChanges(context, withAsksCount(args, info)),
  }),
)
