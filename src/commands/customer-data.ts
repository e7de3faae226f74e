import { findPerson } from '../commerce/customers/person.ts'
import { createOrderQueue } from '../commerce/orders/order-queue.ts'
import { type Erased, erasePerson } from '../commerce/privacy/erase-person.ts'
import { exportHead, exportPerson } from '../commerce/privacy/export-person.ts'
import { waysToData } from '../platform/database/db.ts'
import { createLogger } from '../platform/logger.ts'
import { Problem } from '../platform/problem.ts'
import { readOrCreateSecrets } from '../platform/secrets/generated-secrets.ts'
import { createKeyedHash } from '../platform/secrets/keyed-hash.ts'
import { createJobs } from '../process/job-kinds.ts'
import { CommandError } from './failure.ts'
import { getStore, storesOf, withCurrentDatabase } from './open-for-command.ts'
import { terminal } from './terminal.ts'

const clock = () => new Date()

/** A part at a time. */
export async function printPerson(subdomain: string, phone: string): Promise<void> {
  await withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    const scope = { services: { ...waysToData(database), clock }, store }
    const person = await findPerson(scope, phone).catch(inWords)
    const head = JSON.stringify(exportHead(scope), null, 2).replace(/\n}$/, '')
    let last: string | null = null
    terminal().print(head)
    for await (const [list, entries] of exportPerson(scope, person)) {
      const isNew = list !== last
      if (isNew) terminal().print(`${last === null ? '' : '\n  ]'},\n  ${JSON.stringify(list)}: [`)
      const texts = entries.map((entry) => `\n${JSON.stringify(entry, null, 2).replace(/^/gm, '    ')}`)
      // Only the last part of a list can be empty, unless the list is.
      if (texts.length > 0) terminal().print(`${isNew ? '' : ','}${texts.join(',')}`)
      last = list
    }
    terminal().print('\n  ]\n}\n')
  })
}

/** @returns what was erased, in words */
export const erasePhone = (subdomain: string, phone: string): Promise<string> =>
  withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    const logger = terminal().running?.logger ?? createLogger(config.logLevel, process.stderr)
    const services = {
      ...waysToData(database),
      orderQueue: createOrderQueue(),
      clock,
      logger,
      keyedHash: createKeyedHash(config.secrets ?? (await readOrCreateSecrets(config.dataDir))),
      stores: storesOf(database),
      jobs: createJobs({ ...database, logger }),
    }
    const person = await findPerson({ services, store }, phone).catch(inWords)
    return inSentence(await erasePerson({ services, store }, person, 'operator').catch(inWords))
  })

const inWords = (error: unknown): never => {
  throw error instanceof Problem ? new CommandError(error.message) : error
}

function inSentence(erased: Erased): string {
  if (Object.values(erased).every((count) => count === 0)) return 'There is no data about this phone number.'
  const { accounts, orders, cancelledOrders, reviews, wishlistItems, carts, subscriptions, leads } = erased
  return [
    `Deleted: accounts ${accounts}, wishlist items ${wishlistItems}, carts ${carts}, subscriptions ${subscriptions}, leads ${leads}.`,
    `Anonymized: orders ${orders}, of which ${cancelledOrders} were unpaid and are cancelled; reviews ${reviews}.`,
  ].join(' ')
}
