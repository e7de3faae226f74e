import { openMedia } from '../commerce/media/media-files.ts'
import { deleteStore } from '../commerce/stores/delete-store.ts'
import { waysToData } from '../platform/database/db.ts'
import { createLogger } from '../platform/logger.ts'
import { Problem } from '../platform/problem.ts'
import { CommandError } from './failure.ts'
import { getStore, storesOf, withCurrentDatabase } from './open-for-command.ts'
import { progressBar, progressOf } from './progress-bar.ts'
import { terminal } from './terminal.ts'

/** @throws CommandError when another name confirms it */
export function refuseOtherName(subdomain: string, confirmed: string): void {
  if (confirmed === subdomain) return
  throw new CommandError(`Nothing was done: --confirm is ${confirmed}, not ${subdomain}.`)
}

/** @returns how many rows it had */
export const deleteBySubdomain = (subdomain: string): Promise<number> =>
  withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    const logger = terminal().running?.logger ?? createLogger(config.logLevel, process.stderr)
    const { media, pictures } = await openMedia(config)
    const services = { ...waysToData(database), stores: storesOf(database), media, logger }
    const bar = progressBar(subdomain)
    try {
      return await deleteStore({ services, store, onProgress: progressOf(bar) })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      throw new CommandError(`The store is still being written to. Run the command again to continue the deletion.`)
    } finally {
      bar?.stop()
      pictures.close()
    }
  })
