/** An attempt that took so long counts as slow. */
const SLOW_MS = 5_000
/** Slow receivers that are asked at the same time: half of the places where messages are sent. */
export const SLOW_AT_ONCE = 5
/** How long messages wait while others find out whether their slow receiver is still slow. */
const PUT_OFF_SECONDS = 15
const LONGEST_PUT_OFF_SECONDS = 150

interface Receiver {
  busy: boolean
  /** Messages that were put off since it was last asked. */
  putOff: number
}

/**
 * Knows the receivers that let this process wait, so that those which hang do not take every place where messages of
 * others could be sent: each is asked by one at a time, and few at once, until it answers fast again.
 */
export function createSlowReceivers() {
  const slow = new Map<string, Receiver>()
  let asked = 0
  return {
    /** Whether others should be asked first. */
    isBusy(webhookId: string): boolean {
      const known = slow.get(webhookId)
      return known !== undefined && (known.busy || asked >= SLOW_AT_ONCE)
    },

    /** For how long a message is put off: longer, the more wait along with it, so that thousands do not keep asking. */
    putOff(webhookId: string): number {
      const known = slow.get(webhookId)
      if (known) known.putOff += 1
      return Math.min(PUT_OFF_SECONDS * (known?.putOff ?? 1), LONGEST_PUT_OFF_SECONDS)
    },

    /** Runs an attempt, and remembers how long it took. */
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
