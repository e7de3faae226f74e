import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Bundle } from '../../commerce/bundle/bundle-format.ts'
import { type ImportServices, type ImportSummary, importBundle } from '../../commerce/bundle/import-bundle.ts'
import { BundleError, parseBundle } from '../../commerce/bundle/parse-bundle.ts'
import { unpayablePrices } from '../../commerce/bundle/unpayable-prices.ts'
import type { Tally } from '../../commerce/stores/store-write.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { waysToData } from '../../platform/database/db.ts'
import { type Issue, issueAt } from '../../platform/input/issues.ts'
import { createPasswords } from '../../platform/passwords.ts'
import { readOrCreateSecrets } from '../../platform/secrets/generated-secrets.ts'
import { createSeal } from '../../platform/secrets/sealed-secrets.ts'
import { homeCountry } from '../../shared/countries.ts'
import { CommandError, fixThem, mistakeCount } from '../failure.ts'
import { storesOf, withNewDatabase } from '../open-for-command.ts'
import { progressBar, progressOf } from '../progress-bar.ts'
import { terminal } from '../terminal.ts'

/** Checks all files first. @throws CommandError after it has printed every mistake */
export async function importFiles(files: readonly string[]): Promise<void> {
  const bundles = await readBundles(files)
  await withNewDatabase(async (database, config) => {
    // Not where they are read: a running server reads them again and prints this, too.
    for (const { file, bundle } of bundles) warn(file, unpayablePrices(bundle))
    const stores = storesOf(database)
    const passwords = createPasswords()
    const seal = createSeal(config.secrets ?? (await readOrCreateSecrets(config.dataDir)))
    try {
      for (const { file, bundle } of bundles) {
        const services = { ...waysToData(database), passwords, seal, stores, clock: () => new Date() }
        const summary = await importFile(services, file, bundle)
        terminal().print(`${summaryLine(summary)}\n`)
        complain(homeless(bundle, summary.store).map((issue) => lineOf(file, issue)))
      }
    } finally {
      await passwords.close()
    }
  })
}

async function readBundles(files: readonly string[]): Promise<{ file: string; bundle: Bundle }[]> {
  const bundles: { file: string; bundle: Bundle }[] = []
  const broken: string[] = []
  let count = 0
  for (const file of files) {
    try {
      const bundle = parseBundle(await read(file))
      bundles.push({ file, bundle })
    } catch (error) {
      if (!(error instanceof BundleError)) throw error
      report(file, error)
      broken.push(`${file} has ${mistakeCount(error.issues.length)}`)
      count += error.issues.length
    }
  }
  if (count > 0)
    throw new CommandError(`Nothing was imported: ${broken.join(', ')}. ${fixThem(count)} and import again.`)
  return bundles
}

async function read(file: string): Promise<Uint8Array> {
  try {
    return await readFile(resolve(terminal().folder, file))
  } catch (error) {
    throw new CommandError(`Cannot read ${file}: ${error instanceof Error ? error.message : error}`)
  }
}

async function importFile(services: ImportServices, file: string, bundle: Bundle): Promise<ImportSummary> {
  const bar = progressBar(file)
  try {
    return await importBundle(services, bundle, { onProgress: progressOf(bar) })
  } catch (error) {
    bar?.stop()
    if (!(error instanceof BundleError)) throw error
    report(file, error)
    throw new CommandError(
      `Nothing of ${file} was imported: it has ${mistakeCount(error.issues.length)}. ${fixThem(error.issues.length)} and import again.`,
    )
  } finally {
    bar?.stop()
  }
}

/** In the format of compilers. */
const report = (file: string, { issues }: BundleError): void => complain(issues.map((issue) => lineOf(file, issue)))

/** Zones of countries that no order reaches whose buyer names none. */
function homeless({ store: { shipping } }: Bundle, store: Store): Issue[] {
  const named = shipping?.zones?.find(({ countries = [] }) => countries.length > 0)
  if (!named || homeCountry(store) !== null) return []
  const expected = `a country such as "${named.countries?.[0]}", since ${store.currency} is the currency of several and buyers may name none`
  return [issueAt(['store', 'shipping', 'country'], expected, undefined)]
}

/** Imported all the same, but should be changed. */
const warn = (file: string, issues: readonly Issue[]): void =>
  complain(issues.map((issue) => `${lineOf(file, issue)}. It is imported; totals of orders are rounded.`))

const lineOf = (file: string, { path, message }: Issue): string =>
  [file, path, message].filter((part) => part !== '').join(': ')

function complain(lines: readonly string[]): void {
  if (lines.length > 0) terminal().complain(`${lines.join('\n')}\n`)
}

const summaryLine = ({ store, ...lists }: ImportSummary): string =>
  `${store.subdomain}: ${Object.entries(lists)
    .map(([name, { created, updated, unchanged }]: [string, Tally]) => {
      return `${name} ${created + updated + unchanged} (${created} new, ${updated} changed)`
    })
    .join(', ')}`
