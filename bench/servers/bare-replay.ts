import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { connectionPool } from '../../src/platform/database/served/connection-pool.ts'
import { filled, type Replay, type Replayed, type ReplayStep, slotValues } from './replay.ts'

type ReadyStep = (values: readonly string[]) => Promise<string>

/**
 * Answers guest checkout, payment and verification by sending what the service was seen to send, each time with values of
 * the flow's own; any other request with a `Replayed`, once nothing is under way any more. It reads no more of a request
 * than which flow it belongs to.
 */
export function replaying(databaseUrl: string, poolSize: number, replay: Replay) {
  // Sessions have the service's settings, so that PostgreSQL plans alike.
  const pool = connectionPool({ connectionString: databaseUrl, max: poolSize })
  const checkout = readyStep(pool, replay.checkout, 'c')
  const pay = readyStep(pool, replay.pay, 'p')
  const verify = readyStep(pool, replay.verify, 'v')
  // The order's comes first: checkout has no payment yet.
  const providerOrderIdAt = replay.slots.findIndex(({ kind }) => kind === 'provider id')
  const flows = new Map<string, string[]>()
  const result: Replayed = { placed: 0, paid: 0, verified: 0, failure: null }
  const underWay = new Set<Promise<string>>()
  let begun = 0

  async function answer(request: IncomingMessage): Promise<string> {
    const { url = '' } = request
    if (url.endsWith('/checkout')) {
      begun += 1
      const values = slotValues(replay, begun)
      const answered = await checkout(values)
      flows.set(values[providerOrderIdAt] ?? '', values)
      result.placed += 1
      return answered
    }
    if (url.endsWith('/pay')) {
      const answered = await pay(valuesOf(url.split('/').at(-2)))
      result.paid += 1
      return answered
    }
    const receipt = JSON.parse(await text(request)) as { provider_order_id: string } // what it has answered itself
    const answered = await verify(valuesOf(receipt.provider_order_id))
    flows.delete(receipt.provider_order_id)
    result.verified += 1
    return answered
  }

  function valuesOf(providerOrderId: string | undefined): string[] {
    const values = flows.get(providerOrderId ?? '')
    if (!values) throw new Error(`No flow has the order ${providerOrderId}`)
    return values
  }

  return async (request: IncomingMessage): Promise<string> => {
    if (request.method === 'GET') {
      await Promise.allSettled(underWay)
      return JSON.stringify(result)
    }
    const answering = answer(request)
    underWay.add(answering)
    try {
      return await answering
    } catch (error) {
      result.failure ??= String(error)
      throw error
    } finally {
      underWay.delete(answering)
    }
  }
}

/** Sends one statement after the answer of the one before; from BEGIN to COMMIT on one connection. */
function readyStep(pool: pg.Pool, { statements, answer }: ReplayStep, name: string): ReadyStep {
  const ready = statements.map(({ text, values }, index) => ({
    name: `${name}${index}`,
    text,
    templates: values.map((value) => (value && 'base64' in value ? Buffer.from(value.base64, 'base64') : value)),
  }))
  return async (flow) => {
    let transaction: pg.PoolClient | undefined
    let failure: Error | undefined
    try {
      for (const { name, text, templates } of ready) {
        if (text === 'BEGIN') transaction = await pool.connect()
        const values = templates.map((one) => (Array.isArray(one) ? filled(one, flow) : one))
        // Without parameters the service prepares nothing either.
        await (transaction ?? pool).query(values.length === 0 ? { text } : { name, text, values })
        if (text === 'COMMIT') {
          transaction?.release()
          transaction = undefined
        }
      }
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      transaction?.release(failure)
    }
    return filled(answer, flow)
  }
}
