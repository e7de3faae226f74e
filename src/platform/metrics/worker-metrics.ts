import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Logger } from '../logger.ts'
import { Problem } from '../problem.ts'

const TELL_WITHIN_MS = 5_000

type Measured = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

type FromWorker = { wantsMetrics: true } | { measured: Measured | null; question: number }
type ToWorker = { question: number } | { metrics: string | null }

/**
 * In the supervising process: adds up all workers that listen. While one does not answer there are no metrics, because
 * lower totals would look like a restart.
 */
export function putMetricsTogether(logger: Logger, withinMs = TELL_WITHIN_MS): void {
  const listening = new Set<Worker>()
  let questions = 0
  let gathering: Promise<string> | null = null

  /** Nothing from a worker that ends first. @throws Error when it cannot measure, or not in time */
  function measuredBy(worker: Worker): Promise<Measured> {
    questions += 1
    const question = questions
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer)
        worker.off('message', onMessage).off('exit', onEnd)
        end()
      }
      const onEnd = () => settle(() => resolve([]))
      const onMessage = (message: FromWorker) => {
        if (!('measured' in message) || message.question !== question) return
        const { measured } = message
        settle(() => (measured ? resolve(measured) : fail('could not read its metrics')))
      }
      const fail = (what: string) => reject(new Error(`The worker ${worker.process.pid} ${what}`))
      const timer = setTimeout(() => settle(() => fail(`has not reported its metrics in ${withinMs} ms`)), withinMs)
      worker.on('message', onMessage).on('exit', onEnd)
      worker.send({ question } satisfies ToWorker, (error) => error && onEnd())
    })
  }

  async function gather(): Promise<string> {
    const measured = await Promise.all([...listening].map(measuredBy))
    return AggregatorRegistry.aggregate(measured).metrics()
  }

  async function answer(worker: Worker): Promise<void> {
    gathering ??= gather().finally(() => {
      gathering = null
    })
    const metrics = await gathering.catch((error: unknown) => {
      logger.warn({ err: error }, 'Could not collect the metrics of all workers')
      return null
    })
    worker.send({ metrics } satisfies ToWorker, () => {})
  }

  cluster.on('listening', (worker) => listening.add(worker))
  cluster.on('exit', (worker) => listening.delete(worker))
  cluster.on('message', (worker, message: FromWorker) => {
    if ('wantsMetrics' in message) void answer(worker)
  })
}

/** Metrics as text of this process or, in a worker, of all workers. @throws Problem UNAVAILABLE when one is silent */
export function gatherMetrics(registry: Registry): () => Promise<string> {
  if (!cluster.isWorker) return () => registry.metrics()
  // The supervisor answers in the order of the questions.
  const waiting: ((metrics: string | null) => void)[] = []
  process.on('message', async (message: ToWorker) => {
    if ('question' in message) {
      const measured = await registry.getMetricsAsJSON().catch(() => null)
      process.send?.({ measured, question: message.question } satisfies FromWorker)
    } else if ('metrics' in message) {
      waiting.shift()?.(message.metrics)
    }
  })
  return async () => {
    const metrics = await new Promise<string | null>((resolve) => {
      waiting.push(resolve)
      process.send?.({ wantsMetrics: true } satisfies FromWorker)
    })
    if (metrics === null) {
      throw new Problem('UNAVAILABLE', 'A worker process did not return its metrics. Try again in a moment.')
    }
    return metrics
  }
}
