import { once } from 'node:events'

/** Waits until the signal at most; the work may go on unattended. @throws the signal's reason */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // Nobody hears any more that it failed, once the signal was given.
  work.catch(() => {})
  signal.throwIfAborted()
  const listening = new AbortController()
  const aborted = once(signal, 'abort', { signal: listening.signal }).then(() => signal.throwIfAborted())
  aborted.catch(() => {})
  try {
    await Promise.race([work, aborted])
    return await work
  } finally {
    listening.abort()
  }
}
