import { AggregatorRegistry, Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { seriesHistogram } from '../../src/platform/histogram.ts'

const text = { name: 'answer_seconds', help: 'Time to an answer.', buckets: [0.005, 0.5, 1] }
const values = [0, 0.005, 0.0051, 0.5, 0.75, 1, 1.001, 40]

it('says what prom-client’s own says, as text and as what workers send', async () => {
  const ours = new Registry()
  const { metric, series } = seriesHistogram({ ...text, labels: ['method', 'status'] })
  ours.registerMetric(metric)
  const theirs = new Registry()
  const own = new Histogram({ ...text, labelNames: ['method', 'status'], registers: [theirs] })
  expect(await ours.metrics()).toBe(await theirs.metrics())

  for (const [method, status] of [
    ['GET', 200],
    ['POST', 404],
  ] as const) {
    const one = series({ method, status })
    for (const value of values) {
      one.observe(value)
      own.observe({ method, status }, value)
    }
  }
  expect(await ours.metrics()).toBe(await theirs.metrics())
  const ofTwoWorkers = async (registry: Registry) => {
    const sent = JSON.parse(JSON.stringify(await registry.getMetricsAsJSON()))
    return AggregatorRegistry.aggregate([sent, sent]).metrics()
  }
  expect(await ofTwoWorkers(ours)).toBe(await ofTwoWorkers(theirs))
})
