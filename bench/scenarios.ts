import type { Scenario } from './scenario.ts'
import { beside } from './scenarios/beside.ts'
import { checkout } from './scenarios/checkout.ts'
import { connections } from './scenarios/connections.ts'
import { growth } from './scenarios/growth.ts'
import { memory } from './scenarios/memory.ts'
import { reads } from './scenarios/reads.ts'
import { search, searchEmbedded } from './scenarios/search.ts'
import { start } from './scenarios/start.ts'
import { workers } from './scenarios/workers.ts'

/** All that can be measured, in the order of a whole run. */
export const scenarios: readonly Scenario[] = [
  ...reads,
  connections,
  checkout,
  beside,
  memory,
  workers,
  start,
  search,
  searchEmbedded,
  growth,
]
