import { busy } from './problem.ts'

export interface FairTurnsOptions {
  /** How many may be inside at once. */
  places: number
  /** How many of them one key may have, also while nobody else wants them: who comes next finds some free. */
  perKey: number
  longestWaitMs: number
}

/** Places that those of many keys (stores, as a rule) share, so that the crowd of one does not keep out the others. */
export interface FairTurns {
  /**
   * Waits for a place. What it answers gives the place back; calling that again does nothing.
   * @throws Problem UNAVAILABLE when no place comes in time
   */
  enter(key: string): Promise<() => void>
}

interface Line {
  inside: number
  /** In the order in which they came. */
  waiting: Set<() => void>
}

/**
 * A place that comes free goes to the key that has fewest inside; among equals to the one that has waited longest
 * since it last left one;
 * of one key to the one who came first.
 */
export function createFairTurns({ places, perKey, longestWaitMs }: FairTurnsOptions): FairTurns {
  /** Of each key with anyone inside or waiting; one that leaves goes behind the others. */
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
    const [proceed] = next?.waiting ?? []
    proceed?.()
  }

  return {
    async enter(key) {
      const line = lines.get(key) ?? { inside: 0, waiting: new Set() }
      // Whoever could be let in was let in when a place came free: those who wait now must wait whatever happens here.
      if (inside < places && line.inside < perKey) return letIn(key, line)
      lines.set(key, line)
      return new Promise((resolve, reject) => {
        const proceed = () => {
          clearTimeout(timer)
          line.waiting.delete(proceed)
          resolve(letIn(key, line))
        }
        const timer = setTimeout(() => {
          line.waiting.delete(proceed)
          if (line.inside + line.waiting.size === 0) lines.delete(key)
          reject(busy())
        }, longestWaitMs)
        line.waiting.add(proceed)
      })
    },
  }
}
