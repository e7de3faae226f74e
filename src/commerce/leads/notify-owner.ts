import type { Services } from '../../api/context.ts'
import type { Lead, Store } from '../../generated/prisma/client.ts'
import type { Mail } from '../../platform/mailer.ts'
import { escapeHtml, oneLine } from '../../platform/text/text.ts'
import { showMail } from '../mails/sandbox-mails.ts'

/** Skips deleted leads and owners without an address. @throws when the mail cannot be handed over */
export async function notifyOwner(
  services: Pick<Services, 'db' | 'mailer' | 'showsMails' | 'clock'>,
  { storeId, leadId }: { storeId: string; leadId: string },
): Promise<void> {
  const lead = await services.db.prisma.lead.findFirst({
    where: { storeId, id: leadId },
    include: { store: true },
  })
  if (!lead?.store.ownerEmail) return
  const mail = leadMail(lead, lead.store, lead.store.ownerEmail)
  await services.mailer.send(mail)
  await showMail(services, storeId, { leadId }, mail)
}

type LeadFields = Pick<Lead, 'id' | 'name' | 'email' | 'phone' | 'message' | 'createdAt'>

function leadMail(lead: LeadFields, store: Pick<Store, 'businessName' | 'timeZone'>, to: string): Mail {
  const { id, name, email, phone, message } = lead
  const given = [
    { label: 'Name', value: name },
    { label: 'Email', value: email },
    { label: 'Phone', value: phone },
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value: oneLine(value) }]))
  const received = `Received on ${timeText(lead.createdAt, store.timeZone)}`
  return {
    id,
    to,
    about: 'a lead: its owner reads it in the owner’s API (leads)',
    replyTo: email === null ? undefined : { name: name ?? '', address: email },
    subject: `${store.businessName}: new message${name === null ? '' : ` from ${name}`}`,
    text: [
      `Somebody has left a message on the site of ${store.businessName}.`,
      ...(given.length > 0 ? [given.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
      message ?? '(no message)',
      received,
    ].join('\n\n'),
    html: html(store.businessName, given, message, received),
  }
}

const html = (
  storeName: string,
  given: { label: string; value: string }[],
  message: string | null,
  received: string,
) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="font-family: system-ui, sans-serif; line-height: 1.5">
<p>Somebody has left a message on the site of <strong>${escapeHtml(storeName)}</strong>.</p>
<table role="presentation">
${given.map(({ label, value }) => `<tr><td style="padding-right: 1em">${label}</td><td>${escapeHtml(value)}</td></tr>`).join('\n')}
</table>
<p style="white-space: pre-wrap; border-left: 3px solid #999; padding-left: 1em">${escapeHtml(message ?? '(no message)')}</p>
<p><small>${escapeHtml(received)}</small></p>
</body>
</html>
`

const timeText = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long', timeZone }).format(time)
