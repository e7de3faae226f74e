import { Prisma, type PrismaClient } from '../generated/prisma/client.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { Problem } from '../platform/problem.ts'

/** Fewer than a process has connections, so that those who only read find one free while these wait for locks. */
const AT_ONCE = 5
const LONGEST_WAIT_MS = 15_000

/**
 * `inTransaction` for the work that buyers do at the same counters: they queue in memory, each in turn, instead of all
 * asking for a connection at once, which most would not get in time.
 * @throws Problem UNAVAILABLE when its turn does not come in time, or a lock stays taken
 */
export async function inOrderTransaction<Result>(
  prisma: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  retry?: (error: unknown) => boolean,
): Promise<Result> {
  const queue = queueOf(prisma)
  await queue.enter()
  try {
    return await inTransaction(prisma, work, retry)
  } catch (error) {
    throw isTimedOut(error) ? busy(error) : error
  } finally {
    queue.leave()
  }
}

const busy = (cause?: unknown) =>
  new Problem('UNAVAILABLE', 'The service is busy. Please try again.', { retryAfter: 1, cause })

/** A statement that waited too long for a lock (57014). */
const isTimedOut = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && JSON.stringify(error.meta ?? {}).includes('"57014"')

interface Queue {
  enter(): Promise<void>
  leave(): void
}

const queues = new WeakMap<PrismaClient, Queue>()

function queueOf(prisma: PrismaClient): Queue {
  const queue = queues.get(prisma) ?? createQueue()
  queues.set(prisma, queue)
  return queue
}

function createQueue(): Queue {
  const waiting = new Set<() => void>()
  let inside = 0
  return {
    enter() {
      if (inside < AT_ONCE) {
        inside += 1
        return Promise.resolve()
      }
      return new Promise((resolve, reject) => {
        const proceed = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.delete(proceed)
          reject(busy())
        }, LONGEST_WAIT_MS)
        waiting.add(proceed)
      })
    },
    leave() {
      const [next] = waiting
      if (!next) {
        inside -= 1
        return
      }
      waiting.delete(next)
      next()
    },
  }
}
