import type { Services } from '../../api/context.ts'
import { giveUp, leaseNext, markDelivered, release, SWITCHED_OFF, sendLater, switchOff } from './message-lease.ts'
import { messageHeaders } from './post-message.ts'
import { createSlowReceivers } from './slow-receivers.ts'
import type { Delivery, LeasedMessage } from './webhooks.sql.ts'

type Sending = Pick<Services, 'db' | 'jobs' | 'clock' | 'seal' | 'logger' | 'webhookPost' | 'webhookPauses' | 'metrics'>

const HOUR = 3600
/** Seconds, as Standard Webhooks suggests: one retry almost at once, then more over three days. */
export const WEBHOOK_PAUSES = [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

/** Shorter than the time after which the job queue counts a run as dead. */
const LONGEST_RUN_MS = 40_000

/** Sends the waiting messages of one webhook and subject in order, each at least once. */
export function createDelivery(services: Sending): (delivery: Delivery, signal: AbortSignal) => Promise<void> {
  const receivers = createSlowReceivers()

  return async (delivery, signal) => {
    const end = performance.now() + LONGEST_RUN_MS
    while (true) {
      signal.throwIfAborted()
      if (receivers.isBusy(delivery.webhookId))
        return runAgain(services, delivery, receivers.putOff(delivery.webhookId) * (1 + Math.random()))
      if (performance.now() > end) return runAgain(services, delivery, 0)
      const message = await leaseNext(services, delivery)
      if (!message) return
      await receivers.watch(delivery.webhookId, () => attempt(services, delivery, message, signal))
    }
  }
}

const runAgain = ({ db: { prisma }, jobs }: Sending, delivery: Delivery, seconds: number): Promise<void> =>
  prisma.$transaction((tx) => jobs.enqueue(tx, 'webhook-delivery', delivery, seconds))

async function attempt(services: Sending, delivery: Delivery, message: LeasedMessage, signal: AbortSignal) {
  const { webhookDeliveries } = services.metrics.counts
  if (!message.active) {
    webhookDeliveries.given_up += 1
    return giveUp(services, message, SWITCHED_OFF, message.attempts)
  }
  const secrets = openSecrets(services, message)
  if (secrets.length === 0) return fail(services, delivery, message, 'Its secret cannot be opened any more: rotate it.')

  const { storeId, id, url, body } = message
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'storefront-gateway',
    ...messageHeaders(secrets, { id, body, sentAt: services.clock() }),
  }
  try {
    const answer = await services.webhookPost.post({ storeId, url, headers, body }, signal)
    if ('failure' in answer) return await fail(services, delivery, message, answer.failure)
    const { status, retryAfter } = answer
    if (status >= 200 && status < 300) {
      webhookDeliveries.delivered += 1
      return await markDelivered(services, message)
    }
    if (status === GONE) {
      webhookDeliveries.given_up += 1
      return await switchOff(services, message, 'The receiver answered 410: it wants no more.')
    }
    return await fail(services, delivery, message, `The receiver answered ${status}.`, retryAfter)
  } catch (error) {
    if (signal.aborted) await release(services, message)
    throw error
  }
}

const GONE = 410

/** Newest first. */
function openSecrets({ seal, clock }: Sending, message: LeasedMessage): string[] {
  const { storeId, sealedSecret, sealedPreviousSecret, previousSecretTill } = message
  const isInOverlap = previousSecretTill !== null && previousSecretTill > clock()
  const sealed = [sealedSecret, ...(isInOverlap && sealedPreviousSecret ? [sealedPreviousSecret] : [])]
  return sealed.flatMap((text) => seal.open(storeId, text) ?? [])
}

/** Seconds that a receiver can ask for. */
const LONGEST_WAIT = 24 * HOUR

/**
 * Adds up to a tenth at random, so that messages that failed together are not retried together.
 * @param retryAfter seconds
 */
async function fail(
  services: Sending,
  delivery: Delivery,
  message: LeasedMessage,
  reason: string,
  retryAfter = 0,
): Promise<void> {
  const { storeId, id, webhookId, attempts } = message
  const pause = services.webhookPauses[attempts]
  services.logger.info({ storeId, webhookId, messageId: id, reason }, 'A webhook message was not delivered')
  services.metrics.counts.webhookDeliveries[pause === undefined ? 'given_up' : 'failed'] += 1
  if (pause === undefined) return giveUp(services, message, reason, attempts + 1)
  const wait = Math.max(pause, Math.min(retryAfter, LONGEST_WAIT))
  return sendLater(services, delivery, message, { seconds: wait * (1 + Math.random() / 10), reason })
}
