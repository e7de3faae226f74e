import { ownerBuilder, pageArgs, withAsksCount } from '../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import { deleteLead } from './delete-lead.ts'
import { listLeads } from './list-leads.ts'

const Lead = ownerBuilder.prismaObject('Lead', {
  scope: 'customers',
  description: 'A message that a visitor submitted with the contact form. Any field can be missing.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the lead, unique within the store.' }),
    name: t.exposeString('name', { nullable: true, description: 'The name of the visitor.' }),
    email: t.exposeString('email', { nullable: true, description: 'The visitor’s email address.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'The visitor’s phone number, as entered.' }),
    message: t.exposeString('message', { nullable: true, description: 'The text of the message.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was submitted.' }),
  }),
})

const LeadConnection = ownerBuilder.connectionObject(
  { type: Lead, name: 'LeadConnection', scope: 'customers', description: 'A page of leads.' },
  { name: 'LeadEdge', scope: 'customers', description: 'A lead and its cursor.' },
)

ownerBuilder.queryField('leads', (t) =>
  t.field({
    scope: 'customers',
    type: LeadConnection,
    nullable: true,
    description: 'The messages that visitors have submitted, newest first.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({
        description:
          'Only leads that contain these words, ignoring case, accents and apostrophes, or have this phone in any spelling; at most 100 characters.',
      }),
      from: t.arg({ type: 'DateTime', description: 'Only leads submitted at or after this time.' }),
      until: t.arg({ type: 'DateTime', description: 'Only leads submitted before this time.' }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listLeads(context, withAsksCount(args, info)),
  }),
)

ownerBuilder.mutationField('deleteLead', (t) =>
  t.field({
    scope: 'customers',
    type: Lead,
    nullable: true,
    description: 'Permanently deletes a lead. It no longer counts towards the store’s limit.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the lead.' }) },
    resolve: (_, { id }, context) => deleteLead(context, id),
  }),
)
