import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../api/context.ts'
import { answerCommands } from '../commands/answer-commands.ts'
import { fillWithDemoStore } from '../commerce/bundle/demo-store.ts'
import { createOwnerKey } from '../commerce/owners/owner-key.ts'
import { resealSecrets } from '../commerce/payments/reseal-secrets.ts'
import { resealFactors } from '../commerce/people/second-factor/reseal-factors.ts'
import { newSetUpCode } from '../commerce/people/set-up-code.ts'
import type { Logger } from '../platform/logger.ts'
import type { StopSignals } from '../platform/stop-signals.ts'
import type { Served } from './greeting.ts'
import { jobHandlers } from './job-handlers.ts'
import { createServer } from './server.ts'
import { type Opened, openServices } from './services.ts'
import { createWarnings } from './start-warnings.ts'

/** From closing the server. */
const STOP_WITHIN_MS = 8_000
/** Shorter, so that unfinished jobs can go back to the queue. */
const STOP_JOBS_WITHIN_MS = 5_000
const CUT_CONNECTIONS_AFTER_MS = 5_000

/** If that fails, everything opened is closed again, so that the process can end. */
/** @param prepares whether this process is the one of several that does what is done once @returns where it listens */
export async function serveHere(opened: Opened, signals: StopSignals, prepares: boolean): Promise<Served> {
  const { config, database, logger } = opened
  const services = await openServices(opened)
  let stopping = false
  const isReady = async () => !stopping && (await database.isReachable())
  const warnings = createWarnings({ ...services, readOnlySince: database.readOnlySince }, config)
  const app = await createServer({ services, config, isReady, warnings, shedding: true })
  let firstKey: string | null = null
  let setUpCode: string | null = null
  let commands: Awaited<ReturnType<typeof answerCommands>> | undefined

  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    // After Ctrl-C a person is waiting.
    const drainMs = signal === 'SIGTERM' ? config.drainSeconds * 1_000 : 0
    logger.info({ signal, drainMs }, 'stopping')
    setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS).unref()
    const jobsStopped = services.jobs.stop(drainMs + STOP_JOBS_WITHIN_MS)
    closeAfterAnswers(app)
    await wait(drainMs)
    // Connections that become idle later, or whose request never ends, would keep the server from closing.
    setInterval(() => app.server.closeIdleConnections(), 100).unref()
    setTimeout(() => app.server.closeAllConnections(), CUT_CONNECTIONS_AFTER_MS).unref()
    await Promise.all([app.close(), jobsStopped, commands?.close()])
    await services.close()
    process.exit(0)
  }

  try {
    if (database.kind === 'embedded') {
      const demo = await fillWithDemoStore(services)
      if (demo) firstKey = (await createOwnerKey(services, demo, 'first start')).key
      commands = await answerCommands(config, services)
    }
    if (prepares && config.console && (database.kind === 'embedded' || (await hasNoStore(services)))) {
      setUpCode = await newSetUpCode(services)
    }
    await logWarnings(warnings, logger)
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await commands?.close()
    await app.close()
    await services.close()
    throw error
  }
  signals.handle(stop)
  services.jobs.start(jobHandlers(services))
  resealSecrets(services).catch((error) => logger.error({ err: error }, 'Could not re-encrypt the payment secrets'))
  resealFactors(services).catch((error) => logger.error({ err: error }, 'Could not re-encrypt second factors'))

  const address = app.server.address()
  return { port: typeof address === 'object' && address ? address.port : config.port, firstKey, setUpCode }
}

/** Elsewhere `storefront set-up-code` prints a code, so that no stranger reads one in a log. */
const hasNoStore = async ({ db: { prisma } }: Pick<Services, 'db'>): Promise<boolean> =>
  (await prisma.store.findFirst({ select: { id: true } })) === null

async function logWarnings(warnings: () => Promise<string[]>, logger: Logger): Promise<void> {
  try {
    for (const warning of await warnings()) logger.warn(warning)
  } catch (error) {
    logger.warn({ err: error }, 'Could not compare the configuration with the database')
  }
}

/** Otherwise a client's next request on the same connection could cross the closing, and be lost. */
function closeAfterAnswers({ server }: FastifyInstance): void {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
}
