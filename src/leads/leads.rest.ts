import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'
import { leadInput } from './lead-input.ts'
import { thankYouPage } from './thank-you-page.ts'

export const submitLead = route({
  method: 'POST',
  path: '/api/sites/:subdomain/lead',
  summary: 'Leaves a message for the owner of the store. Plain HTML forms may post to it.',
  description: 'Every field may be left out. The owner gets a mail. A browser that posts a form gets a page of thanks.',
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
