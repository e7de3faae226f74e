import { randomUUID } from 'node:crypto'
import type { Services } from '../../../api/context.ts'
import type { Store } from '../../../generated/prisma/client.ts'
import type { Mail } from '../../../platform/mailer.ts'
import { hashOfCode, newCode } from '../../../platform/secrets/typed-code.ts'
import { escapeHtml } from '../../../platform/text/text.ts'
import { hashOfToken, newToken } from '../../owners/session-token.ts'
import { fromStore } from '../../stores/mail-sender.ts'
import type { Role } from '../roles.ts'
import { invitationLink } from './invitation-link.ts'
import { InvitationWay } from './invitation-way.ts'
import { listInvitations, type StoreInvitation } from './invitations.ts'

export interface InvitationMail {
  storeId: string
  invitationId: string
}

/**
 * Each try has a token of its own, which ends that of the try before. Sends nothing for an invitation that has ended.
 * @throws when the mail cannot be handed over
 */
export async function sendInvitation(
  services: Pick<Services, 'db' | 'clock' | 'mailer' | 'publicUrl'>,
  { storeId, invitationId }: InvitationMail,
): Promise<void> {
  const { db, publicUrl, mailer } = services
  const store = await db.prisma.store.findUnique({ where: { id: storeId } })
  const invitation = (await listInvitations(services, storeId)).find(({ id }) => id === invitationId)
  if (!store || !invitation) return
  const token = publicUrl === null ? newCode() : newToken()
  const { count } = await db.prisma.invitation.updateMany({
    where: { id: invitationId, way: InvitationWay.MAIL },
    data: { tokenHash: publicUrl === null ? hashOfCode(token) : hashOfToken(token) },
  })
  // Used or ended meanwhile.
  if (count === 0) return
  const link = publicUrl === null ? null : invitationLink(publicUrl, token)
  await mailer.send(invitationMail(store, invitation, { token, link }))
}

const roleWords: Readonly<Record<Role, string>> = {
  OWNER: 'an owner',
  MANAGER: 'a manager',
  ORDERS: 'somebody who works on orders',
  CATALOGUE: 'somebody who works on the catalogue',
  ACCOUNTANT: 'an accountant',
}

function invitationMail(
  store: Store,
  { email, role, expiresAt }: StoreInvitation,
  { token, link }: { token: string; link: string | null },
): Mail {
  const { businessName, timeZone } = store
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(expiresAt)
  const paragraphs = [
    `You are invited to work for ${businessName} as ${roleWords[role]}.`,
    link === null
      ? `Open /console/invitation where you were told the console of ${businessName} is, and enter this code. It works once, until ${day}:`
      : `Follow this link to accept. It works once, until ${day}:`,
    link ?? token,
    'If you do not expect this, ignore it: nothing happens. Forward it to nobody: whoever has it can accept it.',
  ]
  const shown = link === null ? `<strong>${token}</strong>` : `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`
  const html = paragraphs.map((paragraph, at) => `<p>${at === 2 ? shown : escapeHtml(paragraph)}</p>`)
  return {
    id: randomUUID(),
    to: email,
    about: 'an invitation: an owner can copy a link instead (inviteMember)',
    ...fromStore(store),
    subject: `${businessName}: an invitation to work with us`,
    text: paragraphs.join('\n\n'),
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="font-family: system-ui, sans-serif; line-height: 1.5">
${html.join('\n')}
</body>
</html>
`,
  }
}
