import { emailHashOf } from '../commerce/people/log-in-guard.sql.ts'
import { personEmail } from '../commerce/people/person-input.ts'
import { endPersonSessions } from '../commerce/people/person-session.ts'
import { newSetUpCode } from '../commerce/people/set-up-code.ts'
import type { Person } from '../generated/prisma/client.ts'
import type { Database } from '../platform/database/database.ts'
import { waysToData } from '../platform/database/db.ts'
import { isUniqueViolation } from '../platform/database/errors/key-violation.ts'
import { lockRow } from '../platform/database/row-lock.sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { createPasswords } from '../platform/passwords.ts'
import { readOrCreateSecrets } from '../platform/secrets/generated-secrets.ts'
import { createKeyedHash } from '../platform/secrets/keyed-hash.ts'
import { newCode } from '../platform/secrets/typed-code.ts'
import { CommandError } from './failure.ts'
import { withCurrentDatabase } from './open-for-command.ts'
import { terminal } from './terminal.ts'

const clock = () => new Date()

export const printSetUpCode = (): Promise<void> =>
  withCurrentDatabase(async (database) => {
    const code = await newSetUpCode({ ...waysToData(database), clock })
    if (code === null) {
      throw new CommandError('This installation is set up already. "storefront person list" lists its people.')
    }
    terminal().print(`${code}\n`)
    terminal().complain('Enter it at /console/set-up within 24 hours.\n')
  })

export const printPersons = (): Promise<void> =>
  withCurrentDatabase(async ({ prisma }) => {
    const persons = await prisma.person.findMany({
      orderBy: { email: 'asc' },
      include: { memberships: true, sessions: { orderBy: { lastUsedAt: 'desc' }, take: 1 } },
    })
    const ids = [...new Set(persons.flatMap(({ memberships }) => memberships.map(({ ofStore }) => ofStore)))]
    const stores = await prisma.store.findMany({ where: { id: { in: ids } }, select: { id: true, subdomain: true } })
    const names = new Map(stores.map(({ id, subdomain }) => [id, subdomain]))
    for (const { email, name, operator, emailConfirmedAt, memberships, sessions } of persons) {
      const roles = memberships.flatMap(({ ofStore, role, money }) => {
        const store = names.get(ofStore)
        return store ? [`${store}:${role}${money && role !== 'OWNER' ? '+money' : ''}`] : []
      })
      const state = [operator ? 'operator' : '-', emailConfirmedAt ? 'confirmed' : 'unconfirmed']
      const used = sessions[0]?.lastUsedAt.toISOString() ?? '-'
      const fields = [email, name.replace(/\s+/g, ' '), ...state, used, roles.toSorted().join(',') || '-']
      terminal().print(`${fields.join('\t')}\n`)
    }
  })

/** @returns the new password */
export const renewPassword = (email: string): Promise<string> =>
  withCurrentDatabase(async (database, config) => {
    const { prisma } = database
    const person = await getPerson(database, email)
    const password = newCode()
    const passwords = createPasswords({ threads: 1 })
    const passwordHash = await passwords.hash(password).finally(() => passwords.close())
    const keyedHash = createKeyedHash(config.secrets ?? (await readOrCreateSecrets(config.dataDir)))
    await inTransaction(prisma, async (tx) => {
      await tx.person.update({ where: { id: person.id }, data: { passwordHash } })
      await endPersonSessions({ prisma: tx }, person.id)
      await tx.logInGuard.deleteMany({ where: { emailHash: emailHashOf({ keyedHash }, person.email) } })
    })
    return password
  })

export const changeEmail = (from: string, to: string): Promise<void> =>
  withCurrentDatabase(async (database) => {
    const { id: personId } = await getPerson(database, from)
    const given = personEmail.safeParse(to)
    if (!given.success) throw new CommandError(`${to} is not an email address.`)
    const email = given.data
    const isTaken = () => new CommandError(`Somebody else logs in with ${email}. "storefront person list" lists all.`)
    if (await database.prisma.person.findFirst({ where: { email } })) throw isTaken()
    await inTransaction(database.prisma, async (tx) => {
      await lockRow(tx, 'persons', { id: personId })
      await tx.person.update({ where: { id: personId }, data: { email, emailConfirmedAt: null } })
      await tx.personCode.deleteMany({ where: { personId } })
      await endPersonSessions({ prisma: tx }, personId)
    }).catch((error: unknown) => {
      throw isUniqueViolation(error, 'email') ? isTaken() : error
    })
  })

/** @returns whether log-ins asked for a code */
export const endSecondFactor = (email: string): Promise<boolean> =>
  withCurrentDatabase(async (database) => {
    const { id: personId } = await getPerson(database, email)
    return inTransaction(database.prisma, async (tx) => {
      const { count } = await tx.secondFactor.deleteMany({ where: { personId } })
      await endPersonSessions({ prisma: tx }, personId)
      return count > 0
    })
  })

/** @returns how many have ended */
export const endSessionsOf = (email: string): Promise<number> =>
  withCurrentDatabase(async (database) => endPersonSessions(database, (await getPerson(database, email)).id))

async function getPerson({ prisma }: Pick<Database, 'prisma'>, email: string): Promise<Person> {
  const person = await prisma.person.findFirst({ where: { email: email.trim().toLowerCase() } })
  if (person) return person
  throw new CommandError(`There is no person with the email ${email}. "storefront person list" lists all.`)
}
