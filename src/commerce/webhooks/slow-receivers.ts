const SLOW_MS = 5_000
/** Half of the delivery workers. */
export const SLOW_AT_ONCE = 5
/** While one attempt tests whether the receiver is still slow. */
const PUT_OFF_SECONDS = 15
const LONGEST_PUT_OFF_SECONDS = 150

interface Receiver {
  busy: boolean
  /** Messages put off since the last attempt. */
  putOff: number
}

/**
 * Keeps hanging receivers from occupying all delivery workers: until it answers fast again, a slow one gets one call at
 * a time, and only a few slow ones are called in parallel.
 */
export function createSlowReceivers() {
  const slow = new Map<string, Receiver>()
  let asked = 0
  return {
    /** Whether a message to this receiver should wait. */
    isBusy(webhookId: string): boolean {
      const known = slow.get(webhookId)
      return known !== undefined && (known.busy || asked >= SLOW_AT_ONCE)
    },

    /** Seconds, growing with the waiting messages, so that thousands of them do not ask all the time. */
    putOff(webhookId: string): number {
      const known = slow.get(webhookId)
      if (known) known.putOff += 1
      return Math.min(PUT_OFF_SECONDS * (known?.putOff ?? 1), LONGEST_PUT_OFF_SECONDS)
    },

    async watch<Result>(webhookId: string, attempt: () => Promise<Result>): Promise<Result> {
      const known = slow.get(webhookId)
      if (known) {
        Object.assign(known, { busy: true, putOff: 0 })
        asked += 1
      }
      const before = performance.now()
      try {
        return await attempt()
      } finally {
        if (known) asked -= 1
        if (performance.now() - before < SLOW_MS) slow.delete(webhookId)
        else slow.set(webhookId, { busy: false, putOff: known?.putOff ?? 0 })
      }
    },
  }
}
