import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import type { Person, Prisma, Store } from '../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../platform/database/errors/key-violation.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../platform/input/parse-input.ts'
import { composed } from '../../platform/passwords.ts'
import { Problem } from '../../platform/problem.ts'
import { newUuid } from '../../platform/uuid.ts'
import { countryDefaults } from '../../shared/country-defaults.ts'
import { recordChange } from '../history/record-change.ts'
import type { LoggedIn } from './log-in.ts'
import { checkPassword, givenPassword, oneLine, personEmail, personName } from './person-input.ts'
import { type LogInPlace, openPersonSession } from './person-session.ts'
import { checkSetUpCode, isSetUpAlready, wrongCode } from './set-up-code.ts'
import { mistakeInShortName } from './short-name.ts'

/** What a first start brings along, to look around in. */
const DEMO = 'demo'
const MISSING = 'Enter the code, your email, a password, and name, short name and country of the shop.'

const country = z
  .string({ error: MISSING })
  .refine((code) => countryDefaults(code) !== null, { error: 'Country must be one of ISO 3166-1, such as IN' })

const shop = z
  .object({
    name: oneLine('Name of the shop', 200),
    subdomain: labelledText({ label: 'Short name', min: 1, max: 100, trim: true }).superRefine((name, context) => {
      const mistake = mistakeInShortName(name)
      if (mistake !== null) context.addIssue({ code: 'custom', message: mistake })
    }),
    country,
    time_zone: optional(labelledText({ label: 'Time zone', max: 100 })),
  })
  .transform(({ country, time_zone: wanted, ...rest }, context) => {
    const { currency, timeZones } = countryDefaults(country) ?? { currency: '', timeZones: [] }
    const timeZone = timeZones.length === 1 ? (wanted ?? timeZones[0]) : wanted
    if (timeZone === undefined || !timeZones.includes(timeZone)) {
      context.addIssue({
        code: 'custom',
        path: ['time_zone'],
        message: `Time zone must be one of the country's: ${timeZones.join(', ')}`,
      })
      return z.NEVER
    }
    return { ...rest, country, currency, timeZone }
  })

const input = inputRules({
  required: ['code', 'email', 'password', 'shop'],
  missing: MISSING,
  fields: {
    code: labelledText({ label: 'Code', max: 100 }),
    email: personEmail,
    password: givenPassword,
    name: optional(personName),
    shop,
  },
})

export interface SetUp extends LoggedIn {
  store: Store
}

/**
 * Makes the first person, who runs the installation, and their store. Of several who try at once, one succeeds.
 * @throws Problem CONFLICT when it is set up, BAD_USER_INPUT, RATE_LIMITED
 */
export async function setUp({ services }: Context, body: unknown, place: LogInPlace): Promise<SetUp> {
  const { code, shop, ...given } = parseInput(input, body)
  const codeHash = await checkSetUpCode(services, code)
  const { email, password, name = email.slice(0, email.indexOf('@')) } = given
  checkPassword(password, { 'your email': [email], 'the name of the shop': [shop.name] })
  const now = services.clock()
  const passwordHash = await services.passwords.hash(composed(password))
  const person = { id: newUuid(now.getTime()), email, name, passwordHash, operator: true, createdAt: now }
  try {
    return await inTransaction(services.db.prisma, async (tx) => {
      await markSetUp(tx, codeHash, now)
      const created = await tx.person.create({ data: person })
      const store = await createStore(tx, shop, email)
      await own(tx, created, store, now)
      await recordChange(
        tx,
        { store, services, caller: { kind: 'person', id: created.id } },
        { subject: 'SETTINGS', action: 'CREATED' },
      )
      return { ...(await openPersonSession(tx, created, place, now)), person: created, store }
    })
  } catch (error) {
    throw taken(error, shop.subdomain)
  } finally {
    services.stores.forget(shop.subdomain)
  }
}

/** Whoever comes second waits for the row, and finds it marked. */
async function markSetUp(tx: Prisma.TransactionClient, setUpCodeHash: string, now: Date): Promise<void> {
  const { count } = await tx.installation.updateMany({
    where: { id: 1, setUpAt: null, setUpCodeHash, setUpCodeExpiresAt: { gt: now } },
    data: { setUpAt: now, setUpCodeHash: null, setUpCodeExpiresAt: null },
  })
  if (count === 1) return
  const installation = await tx.installation.findFirst({ where: { id: 1 } })
  throw installation?.setUpAt ? isSetUpAlready() : wrongCode()
}

type NewShop = z.output<typeof shop>

/** Not registered for any tax, as no rate is guessed. */
const createStore = (
  tx: Prisma.TransactionClient,
  { name, subdomain, country, currency, timeZone }: NewShop,
  ownerEmail: string,
): Promise<Store> =>
  tx.store.create({
    data: {
      ...{ subdomain, businessName: name, currency, timeZone, shippingCountry: country, ownerEmail },
      openedAt: null,
      usage: { create: {} },
    },
  })

async function own(tx: Prisma.TransactionClient, { id: personId }: Person, store: Store, now: Date): Promise<void> {
  const demo = await tx.store.findUnique({ where: { subdomain: DEMO }, select: { id: true } })
  const ofStores = [store.id, ...(demo ? [demo.id] : [])]
  await tx.membership.createMany({
    data: ofStores.map((ofStore) => ({ personId, ofStore, role: 'OWNER' as const, money: true, createdAt: now })),
  })
}

function taken(error: unknown, subdomain: string): unknown {
  if (isUniqueViolation(error, 'subdomain')) {
    const message = `The short name "${subdomain}" is taken. Choose another.`
    return new Problem('BAD_USER_INPUT', message, { reason: 'ALREADY_EXISTS', field: 'shop.subdomain', cause: error })
  }
  if (!isUniqueViolation(error, 'email')) return error
  return new Problem('BAD_USER_INPUT', 'There is a person with this email already.', {
    ...{ reason: 'ALREADY_EXISTS', field: 'email', cause: error },
  })
}
