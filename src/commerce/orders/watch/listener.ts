export interface Listener<Value> extends AsyncIterableIterator<Value, undefined> {
  emit(value: Value): void
  end(): void
}

type Read<Value> = (result: IteratorResult<Value, undefined>) => void

const OVER = { done: true, value: undefined } as const

interface Options {
  /** Unread values; one more ends it. When left out, a value replaces an unread one. */
  maxUnread?: number
  /** Called once, when it ends or its reader leaves. */
  onEnd: () => void
}

export function createListener<Value>({ maxUnread, onEnd }: Options): Listener<Value> {
  const readers: Read<Value>[] = []
  let unread: Value[] = []
  let hasEnded = false

  function end(): void {
    if (hasEnded) return
    hasEnded = true
    for (const read of readers.splice(0)) read(OVER)
    onEnd()
  }

  return {
    emit(value) {
      if (hasEnded) return
      const read = readers.shift()
      if (read) read({ done: false, value })
      else if (maxUnread === undefined) unread = [value]
      else if (unread.length < maxUnread) unread.push(value)
      else end()
    },
    end,
    async next() {
      if (unread.length > 0) {
        const [value, ...later] = unread as [Value, ...Value[]]
        unread = later
        return { done: false, value }
      }
      if (hasEnded) return OVER
      return new Promise((resolve) => readers.push(resolve))
    },
    async return() {
      unread = []
      end()
      return OVER
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
