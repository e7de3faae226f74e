import { ownerBuilder, pageArgs, withAsksCount } from '../gateway/owner-builder.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { deleteLead } from './delete-lead.ts'
import { listLeads } from './list-leads.ts'

const Lead = ownerBuilder.prismaObject('Lead', {
  description: 'What a visitor has left in the contact form. Everything may be missing.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the lead in the store.' }),
    name: t.exposeString('name', { nullable: true, description: 'Who it is.' }),
    email: t.exposeString('email', { nullable: true, description: 'Their email address.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Their phone number, as they wrote it.' }),
    message: t.exposeString('message', { nullable: true, description: 'What they say.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they left it.' }),
  }),
})

const LeadConnection = ownerBuilder.connectionObject(
  { type: Lead, name: 'LeadConnection', description: 'A page of leads.' },
  { name: 'LeadEdge', description: 'A lead with its place in the list.' },
)

ownerBuilder.queryField('leads', (t) =>
  t.field({
    type: LeadConnection,
    nullable: true,
    description: 'What visitors have left, newest first.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({ description: 'Only those with this in one of their texts; at most 100 characters.' }),
      from: t.arg({ type: 'DateTime', description: 'Only those from this moment on.' }),
      until: t.arg({ type: 'DateTime', description: 'Only those before this moment.' }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listLeads(context, withAsksCount(args, info)),
  }),
)

ownerBuilder.mutationField('deleteLead', (t) =>
  t.field({
    type: Lead,
    nullable: true,
    description: 'Deletes a lead for good, which makes room for another.',
    args: { id: t.arg.id({ required: true, description: 'Which.' }) },
    resolve: (_, { id }, context) => deleteLead(context, id),
  }),
)
