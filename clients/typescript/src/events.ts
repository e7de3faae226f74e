import { StorefrontError } from './error.ts'
import { backoff, either, isPassing, pause } from './retry.ts'

/** The gateway sends something every 15 s. */
const SILENCE_MS = 45_000

interface ServerEvent {
  event?: string
  id?: string
  data?: string
}

/**
 * The events of a `text/event-stream`, each with one line of data, as the gateway writes them, until it ends or the
 * signal is aborted. A `fetch` of the caller's may have lost the signal, so the stream itself is cancelled.
 */
async function* eventsOf(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onBytes: () => void,
): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader()
  signal.addEventListener('abort', () => void reader.cancel().catch(() => {}), { once: true })
  const decoder = new TextDecoder()
  let text = ''
  while (!signal.aborted) {
    const { done, value } = await reader.read()
    if (done) return
    onBytes()
    const parts = (text + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
    text = parts.pop() ?? ''
    for (const part of parts) {
      yield Object.fromEntries(part.split(/\r?\n/).map((line) => line.split(/: ?(.*)/s, 2)))
    }
  }
}

/**
 * The data of the events named `order`, until one named `end` says that it was the last for good. A connection that is
 * lost is made again for as long as it takes, and continues after the last event.
 * @throws StorefrontError when the gateway refuses, and the signal's reason
 */
export async function* follow<Data>(
  open: (headers: Record<string, string>, signal: AbortSignal) => Promise<unknown>,
  outer?: AbortSignal,
): AsyncGenerator<Data, void, undefined> {
  let lastId: string | undefined
  for (let attempt = 0; ; attempt += 1) {
    outer?.throwIfAborted()
    let wait = 0
    const leaving = new AbortController()
    const signal = either(outer, leaving.signal)
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      clearTimeout(timer)
      timer = setTimeout(() => leaving.abort(), SILENCE_MS)
    }
    listen()
    try {
      const headers: Record<string, string> = lastId === undefined ? {} : { 'Last-Event-ID': lastId }
      // `isStream` gives the body of the response.
      const stream = (await open(headers, signal)) as ReadableStream<Uint8Array>
      for await (const { event, id, data = '' } of eventsOf(stream, signal, listen)) {
        attempt = 0
        if (id !== undefined) lastId = id
        if (event === 'order') yield JSON.parse(data)
        if (event === 'end' && JSON.parse(data).final) return
      }
    } catch (error) {
      outer?.throwIfAborted()
      if (error instanceof StorefrontError) {
        if (!isPassing(error, true)) throw error
        wait = (error.retryAfter ?? 0) * 1000
      }
    } finally {
      clearTimeout(timer)
      leaving.abort()
    }
    await pause(Math.max(wait, backoff(attempt)), outer)
  }
}
