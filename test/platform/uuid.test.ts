import { describe, expect, it } from 'vitest'
import { isUuid, newUuid } from '../../src/platform/uuid.ts'

describe('a new UUID', () => {
  const now = Date.parse('2026-11-23T04:00:00.123Z')

  it('is one of version 7 that tells its millisecond', () => {
    for (const time of [0, now, 2 ** 48 - 1]) {
      const id = newUuid(time)
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
      expect(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toBe(time)
      expect(isUuid(id)).toBe(true)
    }
  })

  it('sorts behind those made before it in the same millisecond, and is none of them', () => {
    const ids = Array.from({ length: 2_000 }, () => newUuid(now))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(newUuid(now + 1) > (ids.at(-1) ?? '')).toBe(true)
  })
})
