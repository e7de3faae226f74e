import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { type IdempotencyKey, Prisma } from '../../generated/prisma/client.ts'
import { both, olderThan } from '../../platform/database/retention.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { Problem } from '../../platform/problem.ts'
import { jsonText } from '../../platform/text/text.ts'
import { DAY_MS } from '../../platform/time.ts'
import { isReason } from '../../shared/reasons.ts'
import { bindOrder } from './place-order.sql.ts'

const RETENTION_MS = DAY_MS
/** Longer than any checkout; an older claim belongs to a dead process. */
const RUNNING_MS = 60_000

export const idempotencyKeyRetention = both(
  olderThan('idempotency_keys', 'created_at', RETENTION_MS),
  olderThan('idempotency_keys', 'running_till', 0),
)

export interface Claim {
  storeId: string
  caller: string
  key: string
  /** Also identifies the claim: a take-over writes a later time. */
  runningTill: Date
  orderId: string | null
}

export interface Placed {
  orderId: string
  keyId?: string | undefined
}

/** @throws Problem BAD_USER_INPUT */
function checkedKey(key: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new Problem('BAD_USER_INPUT', 'Idempotency-Key must be 1 to 255 characters of ASCII without spaces', {
    field: 'Idempotency-Key',
  })
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Identify a request: its body, and the content of its stored cart. */
type Hashes = Pick<IdempotencyKey, 'requestHash' | 'cartHash'>

/** @throws Problem BAD_USER_INPUT */
function hashesOf(request: unknown, content: string | null): Hashes {
  const json = jsonText(request)
  if (json === null) throw new Problem('BAD_USER_INPUT', 'The request body is nested too deep')
  return { requestHash: hashOf(json), cartHash: content === null ? null : hashOf(content) }
}

/** The same body, and a cart as it was then or as the payment left it. A missing cart counts as unchanged. */
function isSame(stored: IdempotencyKey, { requestHash, cartHash }: Hashes): boolean {
  // The previous version wrote all hashes into one column. Remove once it serves nowhere.
  const [storedRequest, storedCart = stored.cartHash, storedLeft = stored.leftHash] = stored.requestHash.split('.')
  if (storedRequest !== requestHash) return false
  return cartHash === null || storedCart === null || cartHash === storedCart || cartHash === storedLeft
}

/**
 * Claims a key, or finds the answer the same request got. A key belongs to its first request, even if that fails.
 * @param content of the stored cart, by `contentKey`; null without one
 * @throws Problem BAD_USER_INPUT when the key is malformed; CONFLICT when it belongs to another or a running request;
 * or the stored error
 */
export async function claimKey(
  context: Context,
  key: string,
  request: unknown,
  content: string | null = null,
): Promise<Claim | { placed: Placed }> {
  const { services, store } = context
  const {
    db: { prisma },
  } = services
  const now = services.clock()
  const caller = (await context.viewer())?.id ?? 'guest'
  const id = { storeId: store.id, caller, key: checkedKey(key) }
  const hashes = hashesOf(request, content)
  const runningTill = new Date(now.getTime() + RUNNING_MS)
  const first = { createdAt: now, ...hashes, leftHash: null }
  const { count: isFirst } = await prisma.idempotencyKey.createMany({
    data: [{ ...id, ...first, runningTill }],
    skipDuplicates: true,
  })
  const claim = { ...id, runningTill }
  if (isFirst) return { ...claim, orderId: null }

  const earlier = await prisma.idempotencyKey.findFirstOrThrow({ where: id })
  const isOutdated = earlier.createdAt.getTime() + RETENTION_MS <= now.getTime()
  if (!isOutdated) {
    if (!isSame(earlier, hashes)) {
      throw new Problem('CONFLICT', 'This Idempotency-Key belongs to another request. Use a new key for a new order.', {
        reason: 'KEY_REUSED',
      })
    }
    if (earlier.answer !== null) return { placed: answeredWith(earlier.answer) }
    if (earlier.runningTill > now) throw stillRunning()
  }
  // Of concurrent take-overs only the first finds these values.
  const { count: isMine } = await prisma.idempotencyKey.updateMany({
    where: { ...id, createdAt: earlier.createdAt, runningTill: earlier.runningTill },
    data: { runningTill, ...(isOutdated && { ...first, answer: Prisma.DbNull, orderId: null }) },
  })
  if (!isMine) throw stillRunning()
  // The earlier attempt may have continued until the claim.
  const { orderId, answer } = await prisma.idempotencyKey.findFirstOrThrow({ where: id })
  return answer === null ? { ...claim, orderId } : { placed: answeredWith(answer) }
}

const stillRunning = () =>
  new Problem('CONFLICT', 'The request with this Idempotency-Key is still running. Try again in a moment.', {
    reason: 'STILL_RUNNING',
  })

const answerShape = z.union([
  z.object({ orderId: z.string(), keyId: z.string().optional() }),
  z.object({
    refused: z.string(),
    reason: z.string().optional(),
    mistakes: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
    notices: z.array(z.record(z.string(), z.union([z.string(), z.number()]))).optional(),
  }),
])

function answeredWith(stored: unknown): Placed {
  const answer = answerShape.parse(stored)
  if ('refused' in answer) {
    const { refused, reason, mistakes, notices } = answer
    throw new Problem('BAD_USER_INPUT', refused, { ...(reason && isReason(reason) && { reason }), mistakes, notices })
  }
  return answer
}

/**
 * Binds the order to the key in the order's transaction, so that a retry creates no second one.
 * @param left of the stored cart after payment, by `contentKey`; null without one
 * @throws Problem CONFLICT when another request took the key over
 */
export async function bindKey(tx: SqlClient, claim: Claim, orderId: string, left: string | null = null): Promise<void> {
  if (!(await bindOrder(tx, claim, { orderId, leftHash: left === null ? null : hashOf(left) }))) throw stillRunning()
}

export async function storeAnswer({ services }: Context, claim: Claim, placed: Required<Placed>): Promise<void> {
  await services.db.prisma.idempotencyKey.updateMany({ where: whereOf(claim), data: { answer: { ...placed } } })
}

/** Retries repeat a BAD_USER_INPUT, unless the key is not the client's own; other errors free the key. */
export async function storeFailure({ services, keepsRefusals }: Context, claim: Claim, error: unknown): Promise<void> {
  const isForGood = keepsRefusals && error instanceof Problem && error.code === 'BAD_USER_INPUT'
  await services.db.prisma.idempotencyKey.updateMany({
    where: whereOf(claim),
    data: isForGood ? { answer: refusalOf(error) } : { runningTill: services.clock() },
  })
}

const refusalOf = ({ message, reason, mistakes, notices }: Problem) => ({
  refused: message,
  ...(reason && { reason }),
  ...(mistakes.length > 0 && { mistakes: mistakes.map(({ field, message }) => ({ field, message })) }),
  ...(notices.length > 0 && { notices: notices.map((notice) => ({ ...notice })) }),
})

const whereOf = ({ storeId, caller, key, runningTill }: Claim) => ({ storeId, caller, key, runningTill })

/** Erases the requests of guests' orders. A repetition gets CONFLICT. */
export async function forgetRequests(
  tx: Prisma.TransactionClient,
  storeId: string,
  orderIds: readonly string[],
): Promise<void> {
  const where = { storeId, orderId: { in: [...orderIds] } }
  await tx.idempotencyKey.updateMany({ where, data: { requestHash: 'erased', cartHash: null, leftHash: null } })
}

export async function deleteKeysOf(
  tx: Prisma.TransactionClient,
  storeId: string,
  customerIds: readonly string[],
): Promise<void> {
  await tx.idempotencyKey.deleteMany({ where: { storeId, caller: { in: [...customerIds] } } })
}
