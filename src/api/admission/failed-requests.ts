import { LRUCache } from 'lru-cache'
import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { clientKey, count } from './admission.ts'
import type { LimitName } from './rate-limit-policy.ts'

/** Counted before it is known whether a root field runs. */
const costLimits = new Set<LimitName>(['cost', 'ownerCost'])

/** The client refused longest ago is forgotten first. */
const MAX_CLIENTS = 10_000

/**
 * Counts GraphQL requests that run no root field (invalid, too expensive, introspection) against `read`. Above that
 * limit the client's requests are refused unread until the window ends.
 */
export function createFailedRequests() {
  const refused = new LRUCache<string, Problem>({ max: MAX_CLIENTS })

  return {
    /** Call it before the body is read. @throws Problem RATE_LIMITED while the client is refused */
    refuse(context: Context): void {
      const key = clientKey(context)
      const problem = refused.get(key)
      if (problem) {
        context.services.metrics.counts.limitsRefused.read += 1
        const retryAfter = Math.max(1, Math.ceil(refused.getRemainingTTL(key) / 1000))
        throw new Problem(problem.code, problem.message, { reason: problem.reason, retryAfter })
      }
    },

    /** Call it when the request has ended. @throws Problem RATE_LIMITED when the limit is exceeded */
    count(context: Context): Promise<void> | undefined {
      for (const name of context.budgets.keys()) if (!costLimits.has(name)) return undefined
      return countFailed(context)
    },
  }

  async function countFailed(context: Context): Promise<void> {
    try {
      await count(context, 'read')
    } catch (error) {
      if (error instanceof Problem && error.retryAfter) {
        refused.set(clientKey(context), error, { ttl: error.retryAfter * 1000 })
      }
      throw error
    }
  }
}
