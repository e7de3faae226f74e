import { setTimeout as wait } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listFailedJobs, retryJob } from '../../../src/commerce/owners/failed-jobs.ts'
import type { Database } from '../../../src/platform/database/database.ts'
import { waysToData } from '../../../src/platform/database/db.ts'
import { createLogger } from '../../../src/platform/logger.ts'
import { createJobs, type JobHandlers, type Jobs, jobKinds } from '../../../src/process/job-kinds.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const store = { id: '01900000-0000-7000-8000-000000000001' }
const otherStore = { id: '01900000-0000-7000-8000-000000000002' }

let database: Database
let started: Jobs[]

beforeEach(async () => {
  database = await openTestDatabase()
  started = []
})
afterEach(async () => {
  await Promise.all(started.map((jobs) => jobs.stop(1_000)))
  await database.close()
})

/** A queue as one process has it, with everything that takes minutes taking a second. */
function newJobs({ seconds = 60, retries = 3 }: { seconds?: number; retries?: number } = {}): Jobs {
  const kinds = {
    ...jobKinds,
    'lead-notification': { seconds, atOnce: 5, pollSeconds: 0.1, retries, retrySeconds: 1 },
    'payment-reconciliation': { ...jobKinds['payment-reconciliation'], pollSeconds: 0.1 },
    figures: { ...jobKinds.figures, pollSeconds: 0.1 },
    'clean-up': { ...jobKinds['clean-up'], pollSeconds: 0.1 },
  }
  const logger = createLogger(process.env.TEST_LOG_LEVEL ?? 'silent')
  const jobs = createJobs({ executeSql: database.executeSql, logger, kinds, upkeepSeconds: 1 })
  started.push(jobs)
  return jobs
}

const idle = async () => {}
const handlers = (notify: JobHandlers['lead-notification']): JobHandlers => ({
  'lead-notification': notify,
  ...{ 'webhook-delivery': idle, 'product-import': idle, 'picture-copy': idle, 'payment-reconciliation': idle },
  'person-mail': idle,
  ...{ 'product-index': idle, figures: idle, 'clean-up': idle, 'account-mail': idle, 'order-mail': idle },
  'invitation-mail': idle,
})

const enqueue = (jobs: Jobs, leadId: string, storeId = store.id) =>
  database.prisma.$transaction((tx) => jobs.enqueue(tx, 'lead-notification', { storeId, leadId }))

const statesOf = async () => {
  const rows = await database.prisma.$queryRaw<{ state: string; count: number }[]>`
    SELECT state::text, count(*)::int AS count FROM pgboss.job WHERE name = 'lead-notification' GROUP BY 1`
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

const scope = (jobs: Jobs, of = store) => ({ services: { ...waysToData(database), jobs }, store: of })

const failedJobs = async (of: Parameters<typeof listFailedJobs>[0]) =>
  (await listFailedJobs(of, {})).edges.map(({ node }) => node)

describe('the queue in the database', () => {
  it('has the layout of the installed pg-boss', async () => {
    const rows = await database.prisma.$queryRaw`SELECT version FROM pgboss.version`
    const plans = PgBoss.getConstructionPlans('pgboss')
    expect(rows).toEqual([{ version: Number(/version\(version\) VALUES \('(\d+)'\)/.exec(plans)?.[1]) }])
  })

  it('has a queue for each kind of job', async () => {
    const rows = await database.prisma.$queryRaw<{ name: string }[]>`SELECT name FROM pgboss.queue ORDER BY name`
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(jobKinds).sort())
  })
})

describe('a job', () => {
  it('runs with its payload once its transaction has been committed', async () => {
    const jobs = newJobs()
    const run = vi.fn(idle)
    jobs.start(handlers(run))
    await database.prisma.$transaction(async (tx) => {
      await jobs.enqueue(tx, 'lead-notification', { storeId: store.id, leadId: 'tea' })
      await wait(300)
      expect(run).not.toHaveBeenCalled()
    })
    await vi.waitFor(
      () => expect(run).toHaveBeenCalledWith({ storeId: store.id, leadId: 'tea' }, expect.any(AbortSignal)),
      60_000,
    )
    await vi.waitFor(async () => expect(await statesOf()).toEqual({ completed: 1 }), 60_000)
    expect(run).toHaveBeenCalledOnce()
  })

  it('never runs when its transaction is rolled back', async () => {
    const jobs = newJobs()
    const run = vi.fn(idle)
    jobs.start(handlers(run))
    const failed = database.prisma.$transaction(async (tx) => {
      await jobs.enqueue(tx, 'lead-notification', { storeId: store.id, leadId: 'tea' })
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    await wait(500)
    expect(run).not.toHaveBeenCalled()
    expect(await statesOf()).toEqual({})
  })

  it('is tried again, later each time, until it succeeds', async () => {
    const jobs = newJobs()
    const times: number[] = []
    jobs.start(
      handlers(async () => {
        times.push(Date.now())
        if (times.length < 3) throw new Error('not yet')
      }),
    )
    await enqueue(jobs, 'tea')
    await vi.waitFor(async () => expect(await statesOf()).toEqual({ completed: 1 }), 60_000)
    const [first = 0, second = 0, third = 0] = times
    expect(times).toHaveLength(3)
    expect(second - first).toBeGreaterThan(900)
    expect(third - second).toBeGreaterThan(1_900)
  })

  it('that has failed for good is shown to its store alone, which can have it tried again', async () => {
    const jobs = newJobs({ retries: 1 })
    let broken = true
    const run = vi.fn(async () => {
      if (broken) throw new Error('No such mailbox')
    })
    jobs.start(handlers(run))
    await enqueue(jobs, 'tea')
    await vi.waitFor(async () => expect(await statesOf()).toEqual({ failed: 1 }), 60_000)

    const [failed, ...others] = await failedJobs(scope(jobs))
    expect(others).toEqual([])
    expect(failed).toEqual({
      id: expect.any(String),
      name: 'lead-notification',
      payload: { storeId: store.id, leadId: 'tea' },
      reason: 'No such mailbox',
      tries: 2,
      queuedAt: expect.any(Date),
      failedAt: expect.any(Date),
    })
    expect(await failedJobs(scope(jobs, otherStore))).toEqual([])
    const id = failed?.id ?? ''
    for (const [who, which] of [
      [otherStore, id],
      [store, 'no-uuid'],
      [store, store.id],
    ] as const)
      await expect(retryJob(scope(jobs, who), which)).rejects.toMatchObject({ code: 'NOT_FOUND' })

    broken = false
    await retryJob(scope(jobs), id)
    await expect(retryJob(scope(jobs), id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await vi.waitFor(async () => expect(await statesOf()).toEqual({ completed: 1 }), 60_000)
    expect(await failedJobs(scope(jobs))).toEqual([])
    expect(run).toHaveBeenCalledTimes(3)
  })

  it('runs again when the process that ran it has died', async () => {
    const dead = newJobs({ seconds: 1 })
    await enqueue(dead, 'tea')
    // What a process that is killed leaves behind: a job that was taken, and nobody who will ever end it.
    await database.prisma.$executeRaw`UPDATE pgboss.job SET state = 'active', started_on = now()`
    const jobs = newJobs()
    const run = vi.fn(idle)
    jobs.start(handlers(run))
    await vi.waitFor(
      () => expect(run).toHaveBeenCalledWith({ storeId: store.id, leadId: 'tea' }, expect.any(AbortSignal)),
      60_000,
    )
    await vi.waitFor(async () => expect(await statesOf()).toEqual({ completed: 1 }), 60_000)
  })

  it('that does not end in its time counts as failed', async () => {
    const jobs = newJobs({ seconds: 1, retries: 0 })
    const signals: AbortSignal[] = []
    jobs.start(
      handlers((_, signal) => {
        signals.push(signal)
        return wait(60_000, undefined, { ref: false })
      }),
    )
    await enqueue(jobs, 'tea')
    await vi.waitFor(async () => expect(await statesOf()).toEqual({ failed: 1 }), 60_000)
    await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]), 60_000)
    expect(await failedJobs(scope(jobs))).toMatchObject([{ tries: 1 }])
  })
})

describe('several processes', () => {
  it('run each job once', async () => {
    const [one, two, three] = [newJobs(), newJobs(), newJobs()]
    const seen: string[] = []
    const takers = new Set<number>()
    const taker = (who: number) =>
      handlers(async ({ leadId }) => {
        seen.push(leadId)
        takers.add(who)
        await wait(20)
      })
    const leads = Array.from({ length: 60 }, (_, at) => `lead-${at}`)
    for (const lead of leads) await enqueue(one, lead)
    for (const [who, jobs] of [one, two, three].entries()) jobs.start(taker(who))
    await vi.waitFor(async () => expect(await statesOf()).toEqual({ completed: 60 }), 60_000)
    expect(seen.sort()).toEqual(leads.sort())
    expect(takers.size).toBeGreaterThan(1)
  })

  it('run each routine once in its period, and at the start', async () => {
    const reconcile = vi.fn(idle)
    const cleanUp = vi.fn(idle)
    const routines = { ...handlers(idle), 'payment-reconciliation': reconcile, 'clean-up': cleanUp }
    for (const jobs of [newJobs(), newJobs(), newJobs()]) jobs.start(routines)
    await vi.waitFor(() => expect(cleanUp).toHaveBeenCalled(), 60_000)
    await wait(2_500)
    // One more when the minute or the hour has turned meanwhile.
    for (const routine of [reconcile, cleanUp]) expect(routine.mock.calls.length).toBeLessThanOrEqual(2)
    expect(reconcile).toHaveBeenCalled()
  })
})

describe('stopping', () => {
  it('lets what runs end, and takes nothing more', async () => {
    const jobs = newJobs()
    const ended: string[] = []
    const run = vi.fn(async ({ leadId }: { leadId: string }) => {
      await wait(2_000)
      ended.push(leadId)
    })
    jobs.start(handlers(run))
    await enqueue(jobs, 'tea')
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), 60_000)
    const stopped = jobs.stop(60_000)
    // What has been asked for already is not what is meant.
    await wait(300)
    await enqueue(jobs, 'too-late')
    await stopped
    expect(ended).toEqual(['tea'])
    expect(await statesOf()).toEqual({ completed: 1, created: 1 })
    await wait(300)
    expect(run).toHaveBeenCalledOnce()
  })

  it('reports those that run, so that what takes long can end early', async () => {
    const jobs = newJobs()
    const run = vi.fn((_: unknown, signal: AbortSignal) => wait(60_000, undefined, { signal }).catch(() => {}))
    jobs.start(handlers(run))
    await enqueue(jobs, 'tea')
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), 60_000)
    await jobs.stop(5_000)
    expect(await statesOf()).toEqual({ completed: 1 })
  })

  it('gives back what does not end in time', async () => {
    const jobs = newJobs()
    const run = vi.fn(() => wait(60_000, undefined, { ref: false }))
    jobs.start(handlers(run))
    await enqueue(jobs, 'tea')
    await vi.waitFor(() => expect(run).toHaveBeenCalled(), 60_000)
    const before = Date.now()
    await jobs.stop(300)
    expect(Date.now() - before).toBeLessThan(30_000)
    expect(await statesOf()).toEqual({ retry: 1 })
  })

  it('is no harm to a queue that was never started', async () => {
    await newJobs().stop(100)
  })
})

it('goes on when the database was away', async () => {
  const logger = createLogger('silent')
  let away = true
  const executeSql: Database['executeSql'] = async (sql, values) => {
    if (away) throw new Error('The database is away')
    return database.executeSql(sql, values)
  }
  const kinds = { ...jobKinds, 'lead-notification': { ...jobKinds['lead-notification'], pollSeconds: 0.1 } }
  const jobs = createJobs({ executeSql, logger, kinds, upkeepSeconds: 1 })
  started.push(jobs)
  const run = vi.fn(async () => {
    // Gone just when it should be written down that the job has ended.
    away = true
    setTimeout(() => {
      away = false
    }, 300)
  })
  jobs.start(handlers(run))
  await enqueue(jobs, 'tea')
  await wait(300)
  away = false
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), 60_000)
  await wait(500)
  expect(await statesOf()).toEqual({ active: 1 })
})
