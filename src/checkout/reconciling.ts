import type { Services } from '../platform/context.ts'
import { reconcilePayments } from './reconcile-payments.ts'

export interface Reconciling {
  /** Ends it: no pass begins any more, and the one that runs stops at its next step. */
  stop(): Promise<void>
}

/** Reconciles payments now and then, one pass at a time, the next `everyMs` after the last has ended. */
export function startReconciling(services: Services, { everyMs }: { everyMs: number }): Reconciling {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let running = Promise.resolve()

  async function pass() {
    try {
      const settled = await reconcilePayments(services, stopping.signal)
      if (settled > 0) services.logger.info({ settled }, 'Orders were settled that nobody had verified')
    } catch (error) {
      services.logger.error({ err: error }, 'Payments could not be reconciled')
    }
    if (!stopping.signal.aborted) schedule()
  }

  function schedule() {
    timer = setTimeout(() => {
      running = pass()
    }, everyMs).unref()
  }

  schedule()
  return {
    async stop() {
      clearTimeout(timer)
      stopping.abort()
      await running
    },
  }
}
