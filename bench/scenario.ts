import type { Bench } from './open-bench.ts'
import type { Section } from './report/report.ts'

export interface Scenario {
  /** By which it is chosen on the command line. */
  name: string
  about: string
  /** Whether it starts all of its servers itself, so that a smoke test may run it beside the others. */
  apart?: boolean
  run(bench: Bench): Promise<Section>
}
