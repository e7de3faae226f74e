import { describe, expect, it, vi } from 'vitest'
import { countedPage } from '../../src/platform/counted-page.ts'
import { newestFirst } from '../../src/platform/pagination.ts'

const read = async () => []

describe('the count of a list', () => {
  it('begins before the page is read when the request selects it, and only once', async () => {
    const done: string[] = []
    const { countAll } = await countedPage(
      newestFirst,
      { asksCount: true },
      {
        read: async () => {
          done.push('page')
          return []
        },
        count: async () => {
          done.push('count')
          return 7
        },
      },
    )
    expect(done).toEqual(['count', 'page'])
    expect([await countAll(), await countAll()]).toEqual([7, 7])
    expect(done).toHaveLength(2)
  })

  it('is left out when the request does not select it', async () => {
    const count = vi.fn(async () => 7)
    const { countAll } = await countedPage(newestFirst, {}, { read, count })
    expect(count).not.toHaveBeenCalled()
    expect(await countAll()).toBe(7)
  })

  it('reports its own failure where it is awaited', async () => {
    const count = async () => Promise.reject(new Error('no count'))
    const { countAll } = await countedPage(newestFirst, { asksCount: true }, { read, count })
    await expect(countAll()).rejects.toThrow('no count')
  })

  it('may fail together with the page, whose failure is reported', async () => {
    const fail = (what: string) => async () => Promise.reject(new Error(what))
    const list = { read: fail('no page'), count: fail('no count') }
    await expect(countedPage(newestFirst, { asksCount: true }, list)).rejects.toThrow('no page')
  })
})
