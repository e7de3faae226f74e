import type { Services } from '../../../api/context.ts'
import type { Person } from '../../../generated/prisma/client.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { newPersonCode, type PersonCodePurpose } from '../person-codes.ts'
import { losesAddress } from '../take-address.ts'
import type { PersonMail } from './person-mail.ts'
import {
  emailChangedMail,
  factorMail,
  newEmailMail,
  oldEmailMail,
  passwordChangedMail,
  passwordMail,
  takenEmailMail,
} from './person-mails.ts'

type MailServices = Pick<Services, 'db' | 'mailer' | 'limits' | 'clock' | 'publicUrl' | 'logger'>

/** @throws when the mail cannot be handed over */
export async function sendPersonMail(services: MailServices, job: PersonMail): Promise<void> {
  const { db, mailer, publicUrl } = services
  const person = await db.prisma.person.findFirst({
    where: job.about === 'password' ? { email: job.email } : { id: job.personId },
  })
  if (!person) return
  switch (job.about) {
    case 'password':
      return counted(services, person, job.about, () => sendPasswordCode(services, person))
    case 'password-changed':
      return mailer.send(passwordChangedMail({ to: person.email, publicUrl }))
    case 'old-email':
      return counted(services, person, job.about, () => sendOldEmailCode(services, person, job.email))
    case 'new-email':
      return counted(services, person, job.about, () => sendNewEmailCode(services, person, job.email))
    case 'email-changed':
      return sendUndoCode(services, person, job.email)
    case 'factor-on':
    case 'factor-off':
      return mailer.send(factorMail({ to: person.email, publicUrl }, job.about === 'factor-on'))
  }
}

const codeFor = async (
  { db, clock }: MailServices,
  { id: personId }: Person,
  purpose: PersonCodePurpose,
  email: string,
): Promise<string> =>
  (await inTransaction(db.prisma, (tx) => newPersonCode(tx, { personId, purpose, email, now: clock() }))).code

async function sendPasswordCode(services: MailServices, person: Person): Promise<void> {
  const { email: to } = person
  const code = await codeFor(services, person, 'PASSWORD', to)
  await services.mailer.send(passwordMail({ to, publicUrl: services.publicUrl, code }))
}

async function sendOldEmailCode(services: MailServices, person: Person, wanted: string): Promise<void> {
  const code = await codeFor(services, person, 'OLD_EMAIL', wanted)
  await services.mailer.send(oldEmailMail({ to: person.email, publicUrl: services.publicUrl, code }, wanted))
}

async function sendNewEmailCode(services: MailServices, person: Person, to: string): Promise<void> {
  const { db, mailer, publicUrl } = services
  const other = await db.prisma.person.findFirst({ where: { email: to, id: { not: person.id } } })
  if (other && !losesAddress(other)) return mailer.send(takenEmailMail({ to, publicUrl }))
  await mailer.send(newEmailMail({ to, publicUrl, code: await codeFor(services, person, 'NEW_EMAIL', to) }))
}

async function sendUndoCode(services: MailServices, person: Person, to: string): Promise<void> {
  const code = await codeFor(services, person, 'UNDO_EMAIL', to)
  await services.mailer.send(emailChangedMail({ to, publicUrl: services.publicUrl, code }))
}

/** Strangers can ask for these: so many and no more are sent to one person. What no server accepts is not counted. */
async function counted(
  { limits, logger }: MailServices,
  { id }: Person,
  about: PersonMail['about'],
  send: () => Promise<void>,
): Promise<void> {
  const { allowed } = await limits.consume('personMails', id)
  if (!allowed) {
    logger.info({ personId: id, about }, 'A mail to a person was not sent, as too many were asked for')
    return
  }
  await send().catch(async (error: unknown) => {
    await limits.restore('personMails', id)
    throw error
  })
}
