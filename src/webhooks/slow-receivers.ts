/** An attempt that took so long counts as slow. */
const SLOW_MS = 5_000

/**
 * Knows the receivers that let this process wait, so that one which hangs does not take every place where messages of
 * others could be sent: it is asked by one at a time, until it answers fast again.
 */
export function createSlowReceivers() {
  const slow = new Map<string, { busy: boolean }>()
  return {
    /** Whether another one should be asked first. */
    isBusy: (webhookId: string): boolean => slow.get(webhookId)?.busy === true,

    /** Runs an attempt, and remembers how long it took. */
    async watch<Result>(webhookId: string, attempt: () => Promise<Result>): Promise<Result> {
      const known = slow.get(webhookId)
      if (known) known.busy = true
      const before = performance.now()
      try {
        return await attempt()
      } finally {
        if (performance.now() - before < SLOW_MS) slow.delete(webhookId)
        else slow.set(webhookId, { busy: false })
      }
    },
  }
}
