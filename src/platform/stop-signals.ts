const SIGNALS = ['SIGTERM', 'SIGINT'] as const

export interface StopSignals {
  handle(stop: (signal: NodeJS.Signals) => void): void
}

/**
 * Until `handle` is called, SIGTERM and SIGINT end the process at once; without a listener, process 1 of a container
 * would ignore them. Listeners are never removed: a signal between `off` and `on` would be lost.
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
