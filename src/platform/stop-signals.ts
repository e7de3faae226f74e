const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Lets the process decide what a stop signal does. */
export interface StopSignals {
  /** Replaces what a signal does. */
  handle(stop: (signal: NodeJS.Signals) => void): void
}

/**
 * Listens for SIGTERM and SIGINT. Until `handle` is called, a signal ends the process at once; without a listener, the
 * first process of a container would ignore it. The listeners are never removed, because a signal that arrives between
 * `off` and `on` would be lost.
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
