import type { Metric } from 'prom-client'
import type { MetricText } from './metrics.ts'

export interface HistogramText extends MetricText {
  /** Upper bounds, the lowest first. */
  buckets: readonly number[]
}

/** The observations with one value of each label. */
export interface Series {
  observe(value: number): void
}

export interface SeriesHistogram {
  /** It belongs to no registry yet. */
  metric: Metric
  /** Makes a series. Labels and values as the histogram has them; nobody makes the same twice. */
  series(labels: Readonly<Record<string, string | number>>): Series
}

/**
 * A histogram whose series the caller keeps. prom-client's finds its series anew with each observation, by sorting and
 * joining the labels, which takes longer than all else that counts a request.
 */
export function seriesHistogram({ name, help, labels = [], buckets }: HistogramText): SeriesHistogram {
  const all: (() => object[])[] = []
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    labelNames: labels,
    get: async () => ({ ...metric, values: all.flatMap((samples) => samples()) }),
  }

  return {
    // A registry asks a metric for its name and for `get`, and for nothing else.
    metric: metric as unknown as Metric,
    series(labels) {
      /** Observations of each bucket alone; the last is for what is above all bounds. */
      const counts = new Array<number>(buckets.length + 1).fill(0)
      let sum = 0
      all.push(() => {
        let count = 0
        const upTo = counts.map((inBucket, index) => {
          count += inBucket
          return { labels: { le: buckets[index] ?? '+Inf', ...labels }, value: count, metricName: `${name}_bucket` }
        })
        return [
          ...upTo,
          { labels, value: sum, metricName: `${name}_sum` },
          { labels, value: count, metricName: `${name}_count` },
        ]
      })
      return {
        observe(value) {
          let index = 0
          while (value > (buckets[index] ?? Number.POSITIVE_INFINITY)) index += 1
          counts[index] = (counts[index] ?? 0) + 1
          sum += value
        },
      }
    },
  }
}
