import { closeStore, openStore } from '../commerce/opening/open-store.ts'
import { type MissingForOpening, missingForOpening } from '../commerce/opening/opening-gaps.ts'
import { waysToData } from '../platform/database/db.ts'
import { Problem } from '../platform/problem.ts'
import { CommandError } from './failure.ts'
import { getStore, storesOf, withCurrentDatabase } from './open-for-command.ts'

type Scope = Parameters<typeof openStore>[0]

/** @returns what it still lacks @throws CommandError when it cannot open */
export const openBySubdomain = (subdomain: string): Promise<MissingForOpening[]> =>
  withScope(subdomain, async (scope) => {
    const { services } = scope
    const store = await openStore(scope)
    return missingForOpening({ db: services.db.prisma, mailer: services.mailer, store })
  })

export const closeBySubdomain = async (subdomain: string): Promise<void> => {
  await withScope(subdomain, closeStore)
}

const withScope = <Result>(subdomain: string, work: (scope: Scope) => Promise<Result>): Promise<Result> =>
  withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    const mailer = { isSetUp: config.mail !== null }
    const services = { ...waysToData(database), stores: storesOf(database), clock: () => new Date(), mailer }
    try {
      return await work({ store, services })
    } catch (error) {
      throw error instanceof Problem ? new CommandError(error.message, { cause: error }) : error
    }
  })
