import { Counter, Gauge, type Metric } from 'prom-client'

export interface Sample {
  labels?: Record<string, string>
  value: number
}

export interface MetricText {
  name: string
  help: string
  labels?: readonly string[]
}

type Samples = Iterable<Sample>

/** Read on demand. It belongs to no registry yet. */
export function counter({ name, help, labels = [] }: MetricText, read: () => Samples): Metric {
  return new Counter({
    name,
    help,
    labelNames: labels,
    registers: [],
    collect() {
      this.reset()
      for (const { labels = {}, value } of read()) this.inc(labels, value)
    },
  })
}

/** Read on demand; in no registry yet. @param aggregator for several workers; their sum when left out */
export function gauge(
  { name, help, labels = [], aggregator = 'sum' }: MetricText & { aggregator?: 'sum' | 'max' | 'min' },
  read: () => Samples | Promise<Samples>,
): Metric {
  return new Gauge({
    name,
    help,
    labelNames: labels,
    aggregator,
    registers: [],
    async collect() {
      const samples = await read()
      this.reset()
      // A gauge without labels would show 0 where nothing was read.
      if (labels.length === 0) this.remove()
      for (const { labels = {}, value } of samples) this.set(labels, value)
    },
  })
}

export const samplesOf = (label: string, counts: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }))
