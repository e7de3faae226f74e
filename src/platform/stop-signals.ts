const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Whoever stops the process when it is told to. */
export interface StopSignals {
  /** From now on a signal does this, and no longer what it did before. */
  handle(stop: (signal: NodeJS.Signals) => void): void
}

/**
 * Listens for SIGTERM and SIGINT. Until somebody handles them they end the process at once: the first process of a
 * container ignores a signal that nobody listens for. The listeners stay, because a signal that comes while none is
 * there, and be it between `off` and `on`, is lost.
 */
export function listenForSignals(): StopSignals {
  let stop: (signal: NodeJS.Signals) => void = () => process.exit(0)
  for (const signal of SIGNALS) process.on(signal, () => stop(signal))
  return {
    handle(next) {
      stop = next
    },
  }
}
