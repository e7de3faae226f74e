import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectGarbage } from '../../../test/support/left-behind.ts'
import { createStorefront, type StorefrontOptions } from '../src/index.ts'

/** A connection is left also when Node has collected its Request, and with it the Request's signal. */

let baseUrl: string
let respond: (response: ServerResponse) => void
let closed: Promise<unknown>
const server = createServer((_, response) => {
  closed = once(response, 'close')
  respond(response)
})

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

async function collectRequests() {
  for (let time = 0; time < 2; time += 1) {
    await wait(5)
    collectGarbage()
  }
}

const fetches: [string, StorefrontOptions['fetch']][] = [
  ['fetch', undefined],
  ['a fetch of the caller’s', (request) => fetch(request)],
]

describe.each(fetches)('with %s', (_, ownFetch) => {
  const follow = (signal?: AbortSignal) => {
    respond = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: order\nid: 1\ndata: {"order":{}}\n\n')
    }
    const shop = createStorefront({ baseUrl, store: 'tea', fetch: ownFetch })
    return shop.followOrder({ orderNo: 'ORD-1', phone: '3210' }, { ...(signal && { signal }) })
  }

  it('an order that is no longer followed closes its stream', async () => {
    for await (const { order } of follow()) {
      expect(order).toEqual({})
      await collectRequests()
      break
    }
    await closed
  })

  it('a signal ends the wait for the next event', async () => {
    const leaving = new AbortController()
    const events = follow(leaving.signal)
    await events.next()
    const next = events.next()
    await collectRequests()
    leaving.abort(new Error('left'))
    await expect(next).rejects.toThrow('left')
    await closed
  })
})

it('an answer whose end does not come is given up after the timeout', async () => {
  respond = (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"products":')
    void collectRequests()
  }
  const shop = createStorefront({ baseUrl, store: 'tea', timeout: 500, retries: 0 })
  await expect(shop.products()).rejects.toMatchObject({ code: 'NO_ANSWER', operation: 'products' })
  await closed
})
