import { builder } from '../../api/graphql/schema/builder.ts'
import { type LeadReceipt, submitLead } from './submit-lead.ts'

const Receipt = builder.objectRef<LeadReceipt>('LeadReceipt').implement({
  description: 'The confirmation of a submitted message.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Always true; a rejected message is an error.' }),
    message: t.exposeString('message', { description: 'A thank-you message for display to the visitor.' }),
  }),
})

const LeadInput = builder.inputType('LeadInput', {
  description: 'A visitor’s message to the owner of the store. All fields are optional.',
  fields: (t) => ({
    name: t.string({ description: 'The name of the visitor, at most 255 characters.' }),
    email: t.string({ description: 'The email address, at most 255 characters.' }),
    phone: t.string({ description: 'The phone number, at most 50 characters.' }),
    message: t.string({ description: 'The text of the message, at most 2000 characters.' }),
  }),
})

builder.mutationField('submitLead', (t) =>
  t.field({
    type: Receipt,
    nullable: true,
    description: 'Submits a message to the owner of the store, who is notified by email.',
    limit: 'lead',
    storeNotFound: 'Site not found.',
    failure: 'Failed to submit the form',
    args: {
      input: t.arg({ type: LeadInput, required: true, description: 'The message and the visitor’s contact details.' }),
    },
    resolve: (_, { input }, context) => submitLead(context, input),
  }),
)
