import { LRUCache } from 'lru-cache'
import type { Logger } from '../../platform/logger.ts'
import { counter, type Sample } from '../../platform/metrics/metrics.ts'
import type { Api, Counted } from './operation-meters.ts'

/** Of elements of the schemas, so their number is limited. */
export function createDeprecatedUses() {
  const uses = new Map<string, Counted & { labels: { api: Api; element: string } }>()

  function* samples(): Generator<Sample> {
    for (const { labels, answered } of uses.values()) yield { labels, value: answered }
  }

  return {
    /** Answers with the element, also from the cache: add one for each. */
    useOf(api: Api, element: string): Counted {
      const key = `${api} ${element}`
      const known = uses.get(key)
      if (known) return known
      const use = { labels: { api, element }, answered: 0 }
      uses.set(key, use)
      return use
    },
    exposed: counter(
      {
        name: 'storefront_deprecated_uses_total',
        help: 'Answers with something deprecated: by interface and element. REST clients cannot leave out a field.',
        labels: ['api', 'element'],
      },
      samples,
    ),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Names the stores whose clients use what is deprecated, each once a day. */
export function createDeprecationLog(): (
  context: { foundStore: { id: string } | null; log: Logger },
  elements: readonly string[],
) => void {
  const logged = new LRUCache<string, true>({ max: 10_000, ttl: DAY_MS })
  return ({ foundStore, log }, elements) => {
    for (const element of elements) {
      const key = `${foundStore?.id} ${element}`
      if (logged.has(key)) continue
      logged.set(key, true)
      log.info({ deprecated: element }, 'A client of this store uses a deprecated field')
    }
  }
}
