/** Attempts that take longer than this count as slow. */
const SLOW_MS = 5_000
/** How many slow receivers are called in parallel, which is half of the delivery workers. */
export const SLOW_AT_ONCE = 5
/** How long other messages wait while one attempt tests whether a slow receiver is still slow. */
const PUT_OFF_SECONDS = 15
const LONGEST_PUT_OFF_SECONDS = 150

interface Receiver {
  busy: boolean
  /** Messages that were put off since the last attempt. */
  putOff: number
}

/**
 * Remembers slow receivers of this process, so that receivers that hang cannot occupy all delivery workers. A slow
 * receiver gets one call at a time, and only a few slow receivers are called in parallel, until it answers fast again.
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

    /**
     * How long to put a message off, in seconds. The pause grows with the number of waiting messages, so that thousands
     * of them do not ask all the time.
     */
    putOff(webhookId: string): number {
      const known = slow.get(webhookId)
      if (known) known.putOff += 1
      return Math.min(PUT_OFF_SECONDS * (known?.putOff ?? 1), LONGEST_PUT_OFF_SECONDS)
    },

    /** Runs an attempt and records whether it was slow. */
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
