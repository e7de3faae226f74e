import { builder } from '../gateway/builder.ts'
import { type LeadReceipt, submitLead } from './submit-lead.ts'

const Receipt = builder.objectRef<LeadReceipt>('LeadReceipt').implement({
  description: 'The answer to a visitor who has left a message.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Always true: a lead that is refused is an error.' }),
    message: t.exposeString('message', { description: 'Thanks, to show to the visitor.' }),
  }),
})

const LeadInput = builder.inputType('LeadInput', {
  description: 'What a visitor leaves for the owner of the store. Everything may be left out.',
  fields: (t) => ({
    name: t.string({ description: 'At most 255 characters.' }),
    email: t.string({ description: 'A mail address of at most 255 characters.' }),
    phone: t.string({ description: 'At most 50 characters.' }),
    message: t.string({ description: 'At most 2000 characters.' }),
  }),
})

builder.mutationField('submitLead', (t) =>
  t.field({
    type: Receipt,
    nullable: true,
    description: 'Leaves a message for the owner of the store, who is notified by mail.',
    limit: 'lead',
    storeNotFound: 'Site not found.',
    failure: 'Failed to submit the form',
    args: { input: t.arg({ type: LeadInput, required: true, description: 'The message and who left it.' }) },
    resolve: (_, { input }, context) => submitLead(context, input),
  }),
)
