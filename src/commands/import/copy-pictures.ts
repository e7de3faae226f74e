import { setTimeout as wait } from 'node:timers/promises'
import { createLostHosts } from '../../commerce/catalog/picture-copy/lost-hosts.ts'
import {
  type CopyCounts,
  copyFailures,
  countLinks,
  findPictureCopy,
  startPictureCopy,
} from '../../commerce/catalog/picture-copy/picture-copies.ts'
import { runPictureCopy } from '../../commerce/catalog/picture-copy/run-picture-copy.ts'
import { createPictureFetch } from '../../commerce/media/fetch-picture.ts'
import { openMedia } from '../../commerce/media/media-files.ts'
import type { Store } from '../../generated/prisma/client.ts'
import type { Database } from '../../platform/database/database.ts'
import { waysToData } from '../../platform/database/db.ts'
import { createLogger } from '../../platform/logger.ts'
import type { Config } from '../../process/config.ts'
import { createJobs } from '../../process/job-kinds.ts'
import { CommandError } from '../failure.ts'
import { storesOf } from '../open-for-command.ts'
import { progressBar } from '../progress-bar.ts'
import { terminal } from '../terminal.ts'

/** A server takes the work up, should this process end before it is done. */
const LEFT_TO_SERVER_SECONDS = 60
const SHOWN_EVERY_MS = 1_000
const SAID_EVERY_MS = 10_000
const MOST_REPORTED = 100

/** Copies what the store links at other hosts, in this process. @throws CommandError after it has printed the failures */
export async function copyPictures(database: Database, config: Config, store: Store): Promise<void> {
  const logger = terminal().running?.logger ?? createLogger(config.logLevel, process.stderr)
  const { media, pictures } = await openMedia(config)
  const services = {
    ...waysToData(database),
    stores: storesOf(database),
    clock: () => new Date(),
    logger,
    jobs: createJobs({ ...database, logger }),
    pictureFetch: createPictureFetch({ networks: config.pictureNetworks }),
    ...{ media, pictures },
  }
  const scope = { services, store }
  const copy = await startPictureCopy(scope, LEFT_TO_SERVER_SECONDS)
  const count = () => countLinks(database.prisma, copy)
  const progress = showProgress(count)
  const run = { hosts: createLostHosts(), signal: new AbortController().signal }
  try {
    for (;;) {
      const next = await runPictureCopy(services, { storeId: store.id, copyId: copy.id }, run)
      if (next === 'ended') break
      await wait(next * 1000)
    }
  } finally {
    await progress.stop()
    pictures.close()
  }
  const { total, copied, failed } = await count()
  for (const { url, reason, products } of await copyFailures(scope, copy, MOST_REPORTED)) {
    const names = products.length === 0 ? '' : ` (${products.map(({ name }) => name).join(', ')})`
    terminal().complain(`${url}: ${reason}${names}\n`)
  }
  if (failed > MOST_REPORTED) terminal().complain(`and ${failed - MOST_REPORTED} more pictures\n`)
  if (failed > 0) {
    throw new CommandError(
      `The products are imported, but ${failed} of ${total} linked pictures could not be copied, and stay linked. Run the command again to try them once more.`,
    )
  }
  const latest = await findPictureCopy(scope)
  if (latest?.id === copy.id && latest.status === 'CANCELLED') {
    throw new CommandError(`The products are imported, but the copy was stopped after ${copied} of ${total} pictures.`)
  }
  terminal().print(`${store.subdomain}: pictures ${total}: ${copied} copied.\n`)
}

/** On a terminal a bar, elsewhere a line now and then. */
function showProgress(count: () => Promise<CopyCounts>): { stop(): Promise<void> } {
  const bar = progressBar('pictures')
  const stopping = new AbortController()
  const at = terminal()
  const showing = (async () => {
    while (!stopping.signal.aborted) {
      await wait(bar ? SHOWN_EVERY_MS : SAID_EVERY_MS, undefined, stopping).catch(() => {})
      if (stopping.signal.aborted) return
      const { total, copied, failed } = await count()
      bar?.setTotal(total)
      bar?.update(copied + failed)
      if (!bar) at.complain(`${copied} of ${total} pictures copied, ${failed} failed\n`)
    }
    // Whatever it is, the copy itself meets it, too.
  })().catch(() => {})
  return {
    async stop() {
      stopping.abort()
      await showing
      bar?.stop()
    },
  }
}
