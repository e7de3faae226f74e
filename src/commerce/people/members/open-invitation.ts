import { count } from '../../../api/admission/admission.ts'
import type { Context, Services } from '../../../api/context.ts'
import type { Invitation, Person, Store } from '../../../generated/prisma/client.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import type { InvitationAnswer } from '../../../shared/answers.ts'
import { findPersonSession } from '../person-session.ts'
import { losesAddress } from '../take-address.ts'
import { getInvitation, invitationEnded } from './invitations.ts'

const input = inputRules({
  required: ['token'],
  missing: 'Open the link of the invitation, or enter its code.',
  fields: { token: labelledText({ label: 'Code', max: 200, trim: true }) },
})

export interface OpenInvitation {
  invitation: Invitation
  /** Null: to run the installation. */
  store: Store | null
}

/** @throws Problem BAD_USER_INPUT when it has ended */
export async function openInvitation(services: Pick<Services, 'db' | 'clock'>, token: string): Promise<OpenInvitation> {
  const invitation = await getInvitation(services, token)
  const { ofStore } = invitation
  if (ofStore === null) return { invitation, store: null }
  const store = await services.db.prisma.store.findUnique({ where: { id: ofStore } })
  if (!store) throw invitationEnded()
  return { invitation, store }
}

/** Why the person cannot accept it; null when they can. */
export async function refusalOf(
  { db: { prisma } }: Pick<Services, 'db'>,
  { invitation: { email, way, ofStore } }: OpenInvitation,
  person: Person,
): Promise<Problem | null> {
  if (person.email !== email) {
    const message = 'This invitation is for somebody else. Log out, or open it in another browser.'
    return new Problem('FORBIDDEN', message, { reason: 'WRONG_PERSON' })
  }
  // Who is to run the installation is named at its command line.
  if (way === 'MAIL' || ofStore === null || !losesAddress(person)) return null
  const elsewhere = await prisma.membership.findFirst({
    where: { personId: person.id, ofStore: { not: ofStore } },
  })
  if (!elsewhere) return null
  const message = 'Your email address is not confirmed, so you work for one store alone. Ask for an invitation by mail.'
  return new Problem('FORBIDDEN', message, { reason: 'WRONG_PERSON' })
}

/**
 * What an invitation is to, and how it can be accepted here. It stays as it is. A copied link says nothing of whether
 * anybody has the email.
 * @param personToken of who is logged in
 * @throws Problem BAD_USER_INPUT when it has ended, RATE_LIMITED
 */
export async function lookUpInvitation(
  context: Context,
  body: unknown,
  personToken: string | undefined,
): Promise<InvitationAnswer> {
  await count(context, 'invitationTry')
  const { services } = context
  const open = await openInvitation(services, parseInput(input, body).token)
  const { invitation, store } = open
  const person = (await findPersonSession(services, personToken))?.person ?? null
  return {
    email: invitation.email,
    store: store && { store: store.subdomain, business_name: store.businessName },
    role: invitation.role,
    money: invitation.money,
    expires_at: invitation.expiresAt.toISOString(),
    person: person && { id: person.id, email: person.email, name: person.name },
    ...(await nextStep(services, open, person)),
  }
}

async function nextStep(
  services: Pick<Services, 'db'>,
  open: OpenInvitation,
  person: Person | null,
): Promise<Pick<InvitationAnswer, 'next' | 'refusal'>> {
  if (person) {
    const refusal = await refusalOf(services, open, person)
    return refusal ? { next: 'WRONG_PERSON', refusal: refusal.message } : { next: 'ACCEPT', refusal: null }
  }
  const { way, email } = open.invitation
  if (way === 'LINK') return { next: 'EITHER', refusal: null }
  const known = await services.db.prisma.person.findFirst({ where: { email } })
  if (!known) return { next: 'SIGN_UP', refusal: null }
  return { next: losesAddress(known) ? 'TAKE_ADDRESS' : 'LOG_IN', refusal: null }
}
