import { describe, expect, it } from 'vitest'
import { createLag } from '../../../src/platform/database/replica/replica-lag.ts'

/** The lags after comparisons of `[at, written, replayed]`. */
function lags(...comparisons: [at: number, written: number, replayed: number][]): (number | null)[] {
  const lag = createLag()
  return comparisons.map(([at, written, replayed]) =>
    lag.add({ written: BigInt(written), replayed: BigInt(replayed) }, at),
  )
}

describe('how far a replica is behind', () => {
  it.each<[string, [number, number, number][], (number | null)[]]>([
    ['is nothing when it has all', [[0, 10, 10]], [0]],
    [
      'is nothing on an idle primary, however long that is',
      [
        [0, 10, 10],
        [3_600_000, 10, 10],
      ],
      [0, 0],
    ],
    [
      'is nothing when it has more than the primary had when it was asked',
      [
        [0, 10, 10],
        [500, 20, 25],
      ],
      [0, 0],
    ],
    [
      'grows from the last comparison at which it had all',
      [
        [0, 10, 10],
        [500, 20, 10],
        [1_000, 20, 10],
        [1_500, 30, 10],
      ],
      [0, 500, 1_000, 1_500],
    ],
    [
      'shrinks as it replays',
      [
        [0, 10, 10],
        [500, 20, 10],
        [1_000, 30, 10],
        [1_500, 40, 20],
        [2_000, 50, 45],
        [2_500, 50, 50],
      ],
      [0, 500, 1_000, 1_000, 500, 0],
    ],
    [
      'is not known before it has reached the first',
      [
        [0, 10, 5],
        [500, 20, 9],
        [1_000, 30, 10],
      ],
      [null, null, 1_000],
    ],
    [
      'is not known when it was started again and is where it was earlier',
      [
        [0, 10, 10],
        [500, 20, 20],
        [1_000, 30, 15],
        [1_500, 30, 20],
      ],
      [0, 0, null, 1_000],
    ],
    [
      'begins anew with another primary',
      [
        [0, 100, 100],
        [500, 10, 10],
        [1_000, 20, 10],
      ],
      [0, 0, 500],
    ],
  ])('%s', (_, comparisons, expected) => {
    expect(lags(...comparisons)).toEqual(expected)
  })

  it('is right after days of standing still, too', () => {
    const lag = createLag()
    lag.add({ written: 1n, replayed: 1n }, 0)
    let last: number | null = null
    for (let at = 500; at <= 1_000_000; at += 500) last = lag.add({ written: BigInt(at), replayed: 1n }, at)
    expect(last).toBe(1_000_000)
    expect(lag.add({ written: 1_000_001n, replayed: 1_000_000n }, 1_000_500)).toBe(500)
  })
})
