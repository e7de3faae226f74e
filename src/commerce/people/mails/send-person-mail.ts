import type { Services } from '../../../api/context.ts'
import type { Person } from '../../../generated/prisma/client.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Mail } from '../../../platform/mailer.ts'
import { newPersonCode } from '../person-codes.ts'
import type { PersonMail } from './person-mail.ts'
import { factorMail, passwordChangedMail, passwordMail } from './person-mails.ts'

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
    case 'factor-on':
    case 'factor-off':
      return mailer.send(factorMail({ to: person.email, publicUrl }, job.about === 'factor-on'))
  }
}

async function sendPasswordCode({ db, mailer, clock, publicUrl }: MailServices, person: Person): Promise<void> {
  const { id: personId, email } = person
  const { code } = await inTransaction(db.prisma, (tx) =>
    newPersonCode(tx, { personId, purpose: 'PASSWORD', email, now: clock() }),
  )
  const mail: Mail = passwordMail({ to: email, publicUrl, code })
  await mailer.send(mail)
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
