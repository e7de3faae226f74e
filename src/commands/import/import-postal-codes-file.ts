import { changePostalCodes } from '../../commerce/delivery/change/change-postal-codes.ts'
import { waysToData } from '../../platform/database/db.ts'
import { Problem } from '../../platform/problem.ts'
import { CommandError } from '../failure.ts'
import { getStore, storesOf, withCurrentDatabase } from '../open-for-command.ts'
import { terminal } from '../terminal.ts'
import { readCsvFile } from './csv-file.ts'
import { readPostalCodes } from './read-postal-codes.ts'

interface Options {
  add?: boolean
  excluded?: boolean
}

/** @throws CommandError after it has printed the mistakes */
export async function importPostalCodesFile(
  subdomain: string,
  zone: string,
  file: string,
  { add = false, excluded = false }: Options,
): Promise<void> {
  await withCurrentDatabase(async (database, config) => {
    const store = await getStore(database, config, subdomain)
    const services = { ...waysToData(database), stores: storesOf(database), clock: () => new Date() }
    const entries: string[] = []
    const found = await services.db.prisma.shippingZone.findFirst({
      where: { storeId: store.id, code: zone },
      select: { countries: true },
    })
    if (!found) throw new CommandError('Nothing was imported: Delivery zone not found')
    await readCsvFile(
      file,
      (bytes) => readPostalCodes(bytes, found.countries),
      (entry) => entries.push(entry),
    )
    const change = { zone, excluded, ...(add ? { add: entries } : { replace: entries }) }
    const changed = await changePostalCodes({ services, store }, change).catch((error: unknown) => {
      throw error instanceof Problem ? new CommandError(`Nothing was imported: ${error.message}`) : error
    })
    const { length } = excluded ? changed.excludedCodes : changed.postalCodes
    const what = `${excluded ? 'excluded ' : ''}postal ${length === 1 ? 'code' : 'codes'}`
    terminal().print(`${subdomain}: zone ${zone} has ${length} ${what}.\n`)
  })
}
