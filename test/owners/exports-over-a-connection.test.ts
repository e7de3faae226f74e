import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import Fastify from 'fastify'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { KeyScope } from '../../src/api/admission/key-scopes.ts'
import type { OwnerContext } from '../../src/api/context.ts'
import { refusalOf, sendRefusal } from '../../src/api/http/refusal.ts'
import { csvExport, EXPORT_PAGE } from '../../src/commerce/owners/export/csv-export.ts'
import { createRunningExports, EXPORTS_AT_ONCE, exportPlugin } from '../../src/commerce/owners/export/export-plugin.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { dataOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { fullCaller as caller, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore()
const owner = await ownerOf(shop, store)
await dataOf(clientOf(shop, store.subdomain, 'REST').subscribe({ email: 'asha@example.com', name: 'Asha' }))

const pathOf = (file: string, { subdomain } = store) => `/api/sites/${subdomain}/owner/export/${file}`
const atOwnersPath = () => ({ folder: '/api/sites/:subdomain/owner/export', running: createRunningExports() })
const rowsIn = (text: string): Record<string, string>[] => parse(text, { columns: true, record_delimiter: '\r\n' })
const exported = async (file: string) => {
  const headers = { authorization: `Bearer ${owner.key}` }
  return rowsIn((await shop.app.inject({ url: pathOf(file), headers })).body)
}

describe('over a real connection', () => {
  /** Some 20 MB, more than what two sockets hold. */
  const LEADS = 10_000
  const PAGES = LEADS / EXPORT_PAGE
  let origin: string
  let headers: { authorization: string }
  let at: Store
  beforeAll(async () => {
    at = await shop.addStore()
    headers = { authorization: `Bearer ${(await ownerOf(shop, at)).key}` }
    await shop.database.prisma.$executeRawUnsafe(
      `INSERT INTO leads (store_id, id, message, created_at)
       SELECT '${at.id}', gen_random_uuid(), repeat('x', 2000), now() - n * interval '1 second'
       FROM generate_series(1, ${LEADS}) AS n`,
    )
    origin = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  })

  const request = async (url: string): Promise<[IncomingMessage, ClientRequest]> => {
    const sent = get(url, { headers, agent: false })
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return [answer, sent]
  }

  let pages = 0
  const pagesRead = () => {
    pages += shop.statements().filter((sql) => sql.includes('"leads"')).length
    return pages
  }
  /** How many pages have been read once no more are. */
  async function pagesAtRest(): Promise<number> {
    for (let last = -1, quiet = 0; quiet < 10; ) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      quiet = pagesRead() === last ? quiet + 1 : 0
      last = pages
    }
    return pages
  }

  it('reads no faster than the client does, and holds nothing meanwhile', async () => {
    pagesRead()
    pages = 0
    const [answer] = await request(`${origin}${pathOf('leads.csv', at)}`)
    answer.pause()
    const early = await pagesAtRest()
    expect(early).toBeLessThan(PAGES)
    // Others are served meanwhile, also where there is one connection to the database.
    expect(await exported('subscribers.csv')).toHaveLength(1)
    let text = ''
    for await (const chunk of answer) text += chunk
    expect(rowsIn(text)).toHaveLength(LEADS)
    expect(pagesRead()).toBeGreaterThan(early)
  })

  it('stops reading when the client goes away', async () => {
    pagesRead()
    pages = 0
    const [answer, sent] = await request(`${origin}${pathOf('leads.csv', at)}`)
    answer.pause()
    await pagesAtRest()
    sent.destroy()
    expect(await pagesAtRest()).toBeLessThan(PAGES)
  })

  it('refuses a store that has as many under way as it may, until one has ended', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const slow = csvExport({
      scope: KeyScope.ORDERS,
      columns: () => ['n'],
      query: z.object({}),
      async *pages() {
        yield [{ n: 1 }]
        await gate
      },
    })
    let asked = at
    const app = Fastify()
    app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request.log)))
    app.register(exportPlugin, {
      ...atOwnersPath(),
      exports: { 'slow.csv': slow },
      contextOf: async () => ({ store: asked, caller }) as OwnerContext,
    })
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${pathOf('slow.csv')}`
    try {
      const running = await Promise.all(Array.from({ length: EXPORTS_AT_ONCE }, () => request(url)))
      expect(running.map(([{ statusCode }]) => statusCode)).toEqual(Array(EXPORTS_AT_ONCE).fill(200))
      const [refused] = await request(url)
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5'])
      expect(JSON.parse(await text(refused))).toEqual({ error: expect.stringContaining('under way') })
      asked = store
      const [another] = await request(url)
      expect(another.statusCode).toBe(200)
      asked = at

      // One whose client has gone makes room as well as one that has all it asked for.
      running[0]?.[1].destroy()
      await vi.waitFor(async () => expect((await request(url))[0].statusCode).toBe(200), 60_000)
      open()
      for (const [answer] of running.slice(1)) answer.resume()
      await Promise.all(running.slice(1).map(([answer]) => answer.complete || once(answer, 'end')))
      await vi.waitFor(async () => expect((await request(url))[0].statusCode).toBe(200), 60_000)
    } finally {
      app.server.closeAllConnections()
      await app.close()
    }
  })

  it('keeps no place for clients that were gone before it began', async () => {
    let left = EXPORTS_AT_ONCE
    let begun = 0
    const some = csvExport({
      scope: KeyScope.ORDERS,
      columns: () => ['n'],
      query: z.object({}),
      async *pages() {
        begun += 1
        yield [{ n: 1 }]
      },
    })
    const app = Fastify()
    app.register(exportPlugin, {
      ...atOwnersPath(),
      exports: { 'some.csv': some },
      async contextOf({ raw }) {
        left -= 1
        if (left >= 0) await once(raw.socket.destroy(), 'close')
        return { store: at, caller } as OwnerContext
      },
    })
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${pathOf('some.csv')}`
    try {
      for (let gone = 0; gone < EXPORTS_AT_ONCE; gone += 1) await expect(request(url)).rejects.toThrow()
      await vi.waitFor(() => expect(begun).toBe(EXPORTS_AT_ONCE), 60_000)
      const [answer] = await request(url)
      expect(answer.statusCode).toBe(200)
    } finally {
      app.server.closeAllConnections()
      await app.close()
    }
  })

  it('cuts the connection when a page fails, so that half a file is not taken for the whole', async () => {
    let closed = 0
    const broken = (from: number) =>
      csvExport({
        scope: KeyScope.ORDERS,
        columns: () => ['n'],
        query: z.object({}),
        async *pages() {
          try {
            for (let n = 1; ; n += 1) {
              if (n === from) throw new Error('The database is gone')
              yield [{ n }]
            }
          } finally {
            closed += 1
          }
        },
      })
    const app = Fastify()
    app.register(exportPlugin, {
      ...atOwnersPath(),
      exports: { 'late.csv': broken(3), 'early.csv': broken(1) },
      contextOf: async () => ({ store: at, caller }) as OwnerContext,
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    try {
      const [late] = await request(`${url}${pathOf('late.csv')}`)
      const ended = new Promise((resolve) => late.on('error', () => {}).once('close', resolve))
      late.resume()
      await ended
      expect([late.statusCode, late.complete]).toEqual([200, false])
      const [early] = await request(`${url}${pathOf('early.csv')}`)
      early.resume()
      expect(early.statusCode).toBe(500)
      expect(closed).toBe(2)
    } finally {
      await app.close()
    }
  })
})
