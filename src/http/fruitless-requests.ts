import { LRUCache } from 'lru-cache'
import { clientKey, count } from '../gateway/admission.ts'
import type { Context } from '../gateway/context.ts'
import type { LimitName } from '../gateway/rate-limit-policy.ts'
import { Problem } from '../platform/problem.ts'

/** What a document costs is counted before it is known whether any root field runs. */
const costLimits = new Set<LimitName>(['cost', 'ownerCost'])

/** Clients of this process that are told to wait; the one refused longest ago goes first. */
const MAX_CLIENTS = 10_000

/**
 * Counts GraphQL requests that reach no root field, which is where the others are counted: what is no JSON, does not
 * parse or validate, costs too much, or asks only for the schema. Each is one `read`. Whoever sends more of them when
 * that is used up is not read from until the window ends.
 */
export function createFruitlessRequests() {
  const refused = new LRUCache<string, Problem>({ max: MAX_CLIENTS })

  return {
    /** Before the body is read. @throws Problem RATE_LIMITED */
    refuse(context: Context): void {
      const key = clientKey(context)
      const problem = refused.get(key)
      if (problem) {
        const retryAfter = Math.max(1, Math.ceil(refused.getRemainingTTL(key) / 1000))
        throw new Problem(problem.code, problem.message, { retryAfter })
      }
    },

    /** Once it is known what came of the request. @throws Problem RATE_LIMITED */
    async count(context: Context): Promise<void> {
      if ([...context.budgets.keys()].some((name) => !costLimits.has(name))) return
      try {
        await count(context, 'read')
      } catch (error) {
        if (error instanceof Problem && error.retryAfter) {
          refused.set(clientKey(context), error, { ttl: error.retryAfter * 1000 })
        }
        throw error
      }
    },
  }
}
