import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../gateway/context.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { before, type Retention } from '../platform/database/retention.ts'
import { Problem } from '../platform/problem.ts'
import { DAY_MS } from '../platform/time.ts'

/** How long a key answers for its request. */
const KEPT_MS = DAY_MS
/** Longer than a checkout can take: past that the process that ran it has died. */
const RUNNING_MS = 60_000

export const idempotencyKeyRetention: Retention = {
  table: 'idempotency_keys',
  outdated: (now) => Prisma.sql`created_at <= ${before(now, KEPT_MS)} AND running_till <= ${now}`,
}

/** A key that this request has claimed. */
export interface Claim {
  storeId: string
  /** The customer's id, or `guest`. */
  caller: string
  key: string
  /** Until when the claim holds; tells it from a later one, which has taken the key over. */
  runningTill: Date
  /** The order of an earlier try that did not come to an answer; null when there was none. */
  orderId: string | null
}

/** What a request was answered with. */
export interface Placed {
  orderId: string
  /** The provider's public key that went with it; answers that were kept before it was have none. */
  keyId?: string | undefined
}

/** The key as it may stand in the header. @throws Problem BAD_USER_INPUT */
function checkedKey(key: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Problem('BAD_USER_INPUT', 'Idempotency-Key must be 1 to 255 characters of ASCII without spaces')
}

/**
 * Claims a key for a request of its caller, or gives what this very request was answered with before. From the first
 * claim on the key belongs to the request, whatever becomes of it.
 * @throws Problem BAD_USER_INPUT when the key is ill-formed; CONFLICT when the key belongs to another request, or the first one is still running; what the first
 * one was refused with, when that was its answer
 */
export async function claimKey(context: Context, key: string, request: unknown): Promise<Claim | { placed: Placed }> {
  const { services, store } = context
  const { prisma } = services
  const now = services.clock()
  const caller = (await context.viewer())?.id ?? 'guest'
  const id = { storeId: store.id, caller, key: checkedKey(key) }
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const running = { requestHash, runningTill: new Date(now.getTime() + RUNNING_MS) }
  const { count: isFirst } = await prisma.idempotencyKey.createMany({
    data: [{ ...id, ...running, createdAt: now }],
    skipDuplicates: true,
  })
  const { runningTill } = running
  if (isFirst) return { ...id, runningTill, orderId: null }

  const where = { storeId_caller_key: id }
  const earlier = await prisma.idempotencyKey.findUniqueOrThrow({ where })
  const isOutdated = earlier.createdAt.getTime() + KEPT_MS <= now.getTime()
  if (!isOutdated) {
    if (earlier.requestHash !== requestHash) {
      throw new Problem('CONFLICT', 'This Idempotency-Key belongs to another request. Use a new key for a new order.')
    }
    if (earlier.answer !== null) return { placed: answeredWith(earlier.answer) }
    if (earlier.runningTill > now) throw stillRunning()
  }
  // Of several that come at this moment, the one that still finds what it has read goes on.
  const { count: isMine } = await prisma.idempotencyKey.updateMany({
    where: { ...id, createdAt: earlier.createdAt, runningTill: earlier.runningTill },
    data: { ...running, ...(isOutdated && { createdAt: now, answer: Prisma.DbNull, orderId: null }) },
  })
  if (!isMine) throw stillRunning()
  // Read again: until the claim, the earlier try may have gone on.
  const { orderId, answer } = await prisma.idempotencyKey.findUniqueOrThrow({ where })
  return answer === null ? { ...id, runningTill, orderId } : { placed: answeredWith(answer) }
}

const stillRunning = () =>
  new Problem('CONFLICT', 'The request with this Idempotency-Key is still running. Try again in a moment.')

const answerShape = z.union([
  z.object({ orderId: z.string(), keyId: z.string().optional() }),
  z.object({ refused: z.string() }),
])

function answeredWith(kept: unknown): Placed {
  const answer = answerShape.parse(kept)
  if ('refused' in answer) throw new Problem('BAD_USER_INPUT', answer.refused)
  return answer
}

/**
 * Binds a claimed key to the order, in the transaction that places it: whoever dies after that leaves no second one.
 * @throws Problem CONFLICT when the request took so long that another has taken the key over
 */
export async function bindKey(tx: Prisma.TransactionClient, claim: Claim, orderId: string): Promise<void> {
  const { count: isMine } = await tx.idempotencyKey.updateMany({ where: whereOf(claim), data: { orderId } })
  if (!isMine) throw stillRunning()
}

/** The request is answered with this from now on. */
export async function keepAnswer({ services }: Context, claim: Claim, placed: Required<Placed>): Promise<void> {
  await services.prisma.idempotencyKey.updateMany({ where: whereOf(claim), data: { answer: { ...placed } } })
}

/** The request came to nothing: refused for good, or, for any other reason, free to be tried again at once. */
export async function keepFailure({ services }: Context, claim: Claim, error: unknown): Promise<void> {
  const isForGood = error instanceof Problem && error.code === 'BAD_USER_INPUT'
  await services.prisma.idempotencyKey.updateMany({
    where: whereOf(claim),
    data: isForGood ? { answer: { refused: error.message } } : { runningTill: services.clock() },
  })
}

const whereOf = ({ storeId, caller, key, runningTill }: Claim) => ({ storeId, caller, key, runningTill })
