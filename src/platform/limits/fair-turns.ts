import { busy } from '../problem.ts'

export interface FairTurnsOptions {
  /** How many callers may be inside at once. */
  places: number
  /** How many places one key may use, even while others are free, so that the next key finds a free one. */
  perKey: number
  longestWaitMs: number
}

/**
 * Limits how many callers run at once, and shares the places fairly between keys (usually stores), so that a busy store
 * does not keep out the others.
 */
export interface FairTurns {
  /**
   * Waits for a place. Returns a function that gives the place back; calling it again does nothing.
   * @throws Problem UNAVAILABLE when no place becomes free in time
   */
  enter(key: string): Promise<() => void>
  /** How many callers are inside and waiting now. */
  state(): { inside: number; waiting: number }
}

interface Line {
  inside: number
  /** In order of arrival. */
  waiting: Set<() => void>
}

/**
 * A free place goes to the key with the fewest callers inside; among equal keys, to the one that left a place longest
 * ago; within a key, to the caller who came first.
 */
export function createFairTurns({ places, perKey, longestWaitMs }: FairTurnsOptions): FairTurns {
  /** One entry for each key with a caller inside or waiting. A key that gives a place back moves to the end. */
  const lines = new Map<string, Line>()
  let inside = 0

  function letIn(key: string, line: Line): () => void {
    inside += 1
    line.inside += 1
    lines.set(key, line)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      inside -= 1
      line.inside -= 1
      lines.delete(key)
      if (line.inside + line.waiting.size > 0) lines.set(key, line)
      letNextIn()
    }
  }

  function letNextIn(): void {
    if (inside >= places) return
    let next: Line | undefined
    for (const line of lines.values()) {
      if (line.waiting.size > 0 && line.inside < perKey && (!next || line.inside < next.inside)) next = line
    }
    const [letFirstIn] = next?.waiting ?? []
    letFirstIn?.()
  }

  const lineOf = (key: string): Line => lines.get(key) ?? { inside: 0, waiting: new Set() }

  /** Everyone waiting now is blocked by `perKey` or by a lack of places, so a newcomer who fits in overtakes nobody. */
  const hasRoomFor = (line: Line) => inside < places && line.inside < perKey

  return {
    enter(key) {
      const line = lineOf(key)
      if (hasRoomFor(line)) return Promise.resolve(letIn(key, line))
      lines.set(key, line)
      return new Promise((resolve, reject) => {
        const comeIn = () => {
          clearTimeout(timer)
          line.waiting.delete(comeIn)
          resolve(letIn(key, line))
        }
        const timer = setTimeout(() => {
          line.waiting.delete(comeIn)
          if (line.inside + line.waiting.size === 0) lines.delete(key)
          reject(busy())
        }, longestWaitMs)
        line.waiting.add(comeIn)
      })
    },

    state() {
      let waiting = 0
      for (const line of lines.values()) waiting += line.waiting.size
      return { inside, waiting }
    },
  }
}
