import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../../../src/platform/database/database.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { packageRoot } from '../../../src/platform/package.ts'
import { createJobs, jobKinds } from '../../../src/process/job-kinds.ts'
import { noPatience } from '../../support/chance.ts'
import { needs } from '../../support/needs.ts'
import { urlOf } from '../../support/served-databases.ts'
import { openTestDatabase, readyFolder } from '../../support/test-database.ts'

const payload = { storeId: '01900000-0000-7000-8000-000000000001', leadId: 'tea' }
const serverUrl = process.env.DATABASE_URL

let folder: string
let owned: Database | undefined
let options: DatabaseOptions

/** A database that a second process can open once the first one is gone. */
beforeEach(async () => {
  folder = await readyFolder()
  options = { kind: 'embedded', dataDir: folder }
  if (!serverUrl) return
  owned = await openTestDatabase()
  const [row] = await owned.prisma.$queryRaw<{ name: string }[]>`SELECT current_database()::text AS name`
  options = { kind: 'served', url: urlOf(serverUrl, row?.name ?? ''), poolSize: 4, statementTimeoutMs: 5_000 }
})
afterEach(async () => {
  await owned?.close()
  await rm(folder, { recursive: true, force: true })
})

it('a job whose process is killed runs again in another', needs(noPatience), async () => {
  const script = join(import.meta.dirname, 'take-a-job.ts')
  const args = ['--import', 'tsx', script, JSON.stringify(options), payload.storeId, payload.leadId]
  const child = spawn(process.execPath, args, { cwd: packageRoot, stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  expect(String(said)).toBe('taken\n')
  child.kill('SIGKILL')
  await once(child, 'close')

  const database = await openDatabase(options)
  const stateOf = () => database.prisma.$queryRaw`SELECT state::text FROM pgboss.job WHERE name = 'lead-notification'`
  expect(await stateOf()).toEqual([{ state: 'active' }])
  const jobs = createJobs({
    executeSql: database.executeSql,
    logger: createLogger('silent'),
    kinds: { ...jobKinds, 'lead-notification': { ...jobKinds['lead-notification'], pollSeconds: 0.1 } },
    upkeepSeconds: 1,
  })
  const run = vi.fn(async () => {})
  jobs.start({
    'lead-notification': run,
    'webhook-delivery': async () => {},
    'product-import': async () => {},
    'picture-copy': async () => {},
    'invitation-mail': async () => {},
    'person-mail': async () => {},
    'payment-reconciliation': async () => {},
    'product-index': async () => {},
    'account-mail': async () => {},
    'order-mail': async () => {},
    figures: async () => {},
    'clean-up': async () => {},
  })
  await vi.waitFor(() => expect(run).toHaveBeenCalledWith(payload, expect.any(AbortSignal)), 60_000)
  await vi.waitFor(async () => expect(await stateOf()).toEqual([{ state: 'completed' }]), 60_000)
  await jobs.stop(1_000)
  await database.close()
})
