import type { Bench } from './open-bench.ts'
import type { Section } from './report/report.ts'

export interface Scenario {
  /** By which it is chosen on the command line. */
  name: string
  /** What it measures, in a few words. */
  about: string
  run(bench: Bench): Promise<Section>
}
