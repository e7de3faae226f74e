import { Counter, Gauge, type Registry } from 'prom-client'
import type { Replica } from '../../../platform/database/replica/replica.ts'

export function measureReplica(registry: Registry, replica: Replica): void {
  new Gauge({
    name: 'storefront_replica_in_use',
    help: 'Whether reads go to the replica; with workers, to how many of them it does.',
    registers: [registry],
    collect() {
      this.set(replica.status().isInUse ? 1 : 0)
    },
  })
  new Gauge({
    name: 'storefront_replica_lag_seconds',
    help: 'How far the replica is behind the primary, rounded up to the time between checks; NaN while it is not known.',
    aggregator: 'max',
    registers: [registry],
    collect() {
      const { lagMs } = replica.status()
      this.set(lagMs === null ? Number.NaN : lagMs / 1000)
    },
  })
  new Counter({
    name: 'storefront_replica_reads_total',
    help: 'Reads that the replica could answer, by the server that did: the primary when the replica was left out, failed, or had not replayed a change.',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      const { reads } = replica.status()
      this.reset()
      this.inc({ server: 'replica' }, reads.replica)
      this.inc({ server: 'primary' }, reads.primary)
    },
  })
}
