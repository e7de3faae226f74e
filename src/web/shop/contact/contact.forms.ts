import { graphql } from '../../../generated/operations/index.ts'
import { contactMistakes } from '../http/personal/contact-mistakes.ts'
import { form } from '../http/personal/form.ts'
import type { Fields } from '../http/personal/personal-page.ts'
import { chat } from './chat.personal.tsx'
import { contact } from './contact.personal.tsx'
import { turnsOf, writeTurns } from './turns.ts'

const reachable = contactMistakes({ phone: 'phone', email: 'email' })

/** The operation takes messages that nobody can answer. */
const isAnswerable = ({ email, phone }: Fields): boolean => [email, phone].some((text) => text?.trim())

export const sendMessage = form({
  path: '/shop/:subdomain/contact',
  operation: graphql(`mutation ShopSubmitLead($input: LeadInput!) { submitLead(input: $input) { success } }`),
  check: (sent) =>
    isAnswerable(sent.fields)
      ? reachable(sent)
      : [{ field: 'email', message: 'Enter an email address or a phone number, so that we can answer.' }],
  variables: ({ fields: { name, email, phone, message } }) => ({ input: { name, email, phone, message } }),
  page: contact,
  next: () => '/thanks/message',
})

export const ask = form({
  path: '/shop/:subdomain/chat',
  operation: graphql(`mutation ShopChat($input: ChatInput!) { chat(input: $input) { reply } }`),
  variables: ({ fields: { message = '', history } }) => ({ input: { message, history: turnsOf(history) } }),
  page: chat,
  shown: ({ chat: { reply } }, { fields: { message = '', history } }) => ({
    history: writeTurns([
      ...turnsOf(history),
      { role: 'USER', content: message.trim() },
      { role: 'ASSISTANT', content: reply },
    ]),
  }),
})
