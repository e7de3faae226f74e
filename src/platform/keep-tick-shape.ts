import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Keeps one of the objects that Node makes for each `process.nextTick`, of which an answer takes about ten. As long as
 * one of them lives, V8 knows their shape. When a full collection of garbage finds none, V8 forgets it, and the process
 * makes each of them more slowly from then on. Call it before much has run. Resolves with what is kept.
 */
export function keepTickShape(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      const tick = executionAsyncResource()
      kept.push(tick)
      resolve(tick)
    })
  })
}
