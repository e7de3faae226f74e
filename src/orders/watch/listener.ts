export interface Listener<Value> extends AsyncIterableIterator<Value, undefined> {
  /** Replaces an unread value. */
  emit(value: Value): void
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
    emit(value) {
      if (hasEnded) return
      const read = readers.shift()
      if (read) read({ done: false, value })
      else unread = { value }
    },
    end,
    async next() {
      const last = unread
      unread = null
      if (last) return { done: false, value: last.value }
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
