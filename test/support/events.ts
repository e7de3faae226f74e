import { setTimeout as wait } from 'node:timers/promises'
import { ownAddress } from './addresses.ts'
import type { Shop } from './shop.ts'

export interface ReadEvent {
  event: string
  id?: string
  data: any
}

export interface EventReader {
  status: number
  headers: Headers
  /** The next event; fails when the stream ends before, or none comes within a minute. */
  next(withinMs?: number): Promise<ReadEvent>
  /** Everything until the stream ends. */
  rest(): Promise<ReadEvent[]>
  /** How many signs of life have come. */
  heartbeats(): number
  /** The body of an answer that is no stream. */
  json(): Promise<any>
  close(): void
}

const opened = new WeakMap<Shop, Promise<string>>()

/** Where the shop listens, from the first call on. */
export function addressOf(shop: Shop): Promise<string> {
  const address = opened.get(shop) ?? shop.app.listen({ host: '127.0.0.1', port: 0 })
  opened.set(shop, address)
  return address
}

/** Opens a stream, or what is answered instead. */
export async function openEvents(
  url: string,
  { ip, headers, body }: { ip?: string | undefined; headers?: Record<string, string>; body?: unknown } = {},
): Promise<EventReader> {
  const leave = new AbortController()
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'text/event-stream',
      'x-forwarded-for': ip ?? ownAddress(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: leave.signal,
  })
  const { status } = response
  let heartbeats = 0

  async function* events(): AsyncGenerator<ReadEvent> {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block === ':') heartbeats += 1
        const fields = new Map(
          block
            .split('\n')
            .map((line): [string, string] => [
              line.slice(0, line.indexOf(':')),
              line.slice(line.indexOf(':') + 1).trim(),
            ]),
        )
        const [event, id, data] = ['event', 'id', 'data'].map((name) => fields.get(name))
        if (event !== undefined) yield { event, ...(id !== undefined && { id }), data: data ? JSON.parse(data) : null }
      }
    }
  }
  const reading = status === 200 ? events() : undefined

  return {
    status,
    headers: response.headers,
    heartbeats: () => heartbeats,
    json: () => response.json(),
    close: () => leave.abort(),
    async next(withinMs = 60_000) {
      const late = wait(withinMs, undefined, { ref: false }).then(() => {
        throw new Error('No event came')
      })
      const read = await Promise.race([reading?.next(), late])
      if (!read || read.done) throw new Error('The stream has ended')
      return read.value
    },
    async rest() {
      const left: ReadEvent[] = []
      for await (const event of reading ?? []) left.push(event)
      return left
    },
  }
}
