import { z } from 'zod'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { leadInput } from './submit-lead.ts'
import { thankYouPage } from './thank-you-page.ts'

export const submitLead = route({
  method: 'POST',
  path: '/api/sites/:subdomain/lead',
  summary: 'Submits a message to the owner of the store. Plain HTML forms can post to it.',
  description:
    'All fields are optional. The owner is notified by email. A browser that posts a form receives a thank-you page.',
  operation: graphql(`mutation RestSubmitLead($input: LeadInput!) {
    submitLead(input: $input) { success message }
  }`),
  body: leadInput,
  takesForms: true,
  variables: ({ body }) => ({ input: body }),
  response: z.object({ success: z.boolean(), message: z.string() }),
  example: {
    body: { name: 'Priya', email: 'priya@example.com', phone: '98330 11223', message: 'Do you ship to Goa?' },
    answer: { success: true, message: 'Your message has been received.' },
  },
  toResponse: ({ submitLead }) => submitLead,
  page: ({ message }, { store, cameFrom }) => thankYouPage({ message, storeName: store.businessName, cameFrom }),
  problems: ['BAD_USER_INPUT', 'QUOTA_EXCEEDED'],
})
