/** Somebody who is told values, and reads each when they are ready for it. */
export interface Listener<Value> extends AsyncIterableIterator<Value, undefined> {
  /** Tells a value. Where the one before has not been read yet, it takes its place. */
  tell(value: Value): void
  /** Ends it, once what was told last has been read. */
  end(): void
}

type Read<Value> = (result: IteratorResult<Value, undefined>) => void

const OVER = { done: true, value: undefined } as const

/** @param onEnd called once, when it ends or its reader leaves */
export function createListener<Value>(onEnd: () => void): Listener<Value> {
  const readers: Read<Value>[] = []
  let unread: { value: Value } | null = null
  let hasEnded = false

  function end(): void {
    if (hasEnded) return
    hasEnded = true
    for (const read of readers.splice(0)) read(OVER)
    onEnd()
  }

  return {
    tell(value) {
      if (hasEnded) return
      const read = readers.shift()
      if (read) read({ done: false, value })
      else unread = { value }
    },
    end,
    async next() {
      const told = unread
      unread = null
      if (told) return { done: false, value: told.value }
      if (hasEnded) return OVER
      return new Promise((resolve) => readers.push(resolve))
    },
    async return() {
      unread = null
      end()
      return OVER
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
