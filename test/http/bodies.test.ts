import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { webhookSignature } from '../../src/commerce/payments/signature.ts'
import { createServer } from '../../src/process/server.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const WEBHOOK_SECRET = 'webhook-secret-0123456789'
const json = { 'content-type': 'application/json', accept: 'application/json' }

const many = { points: 10_000, seconds: 60 }
const shop = await forAllTests(
  openShop({ policies: { lead: many, read: many, owner: many, ownerCost: { points: 10_000_000, seconds: 60 } } }),
)
const store = await shop.addStore({
  store: {
    payments: { provider: 'razorpay', keyId: 'key', keySecret: 'secret-0123456789', webhookSecret: WEBHOOK_SECRET },
  },
})
const ownerKey = (await ownerOf(shop, store)).key
const url = await shop.app.listen({ port: 0, host: '127.0.0.1' })

/** A request with these bytes to each path that takes JSON, and what a good one is answered. */
const paths = () => {
  const base = `/api/sites/${store.subdomain}`
  const document = JSON.stringify({ query: '{ store { currency } }', variables: { a: 'é' } })
  return [
    { path: `${base}/lead`, text: '{"name":"Zoé"}', headers: json },
    { path: `${base}/graphql`, text: document, headers: json },
    { path: `${base}/owner/graphql`, text: document, headers: { ...json, authorization: `Bearer ${ownerKey}` } },
    { path: `${base}/webhooks/payments`, text: '{"event":"any.event","payload":{"a":"é"}}', headers: json },
  ]
}

async function post(path: string, body: Buffer | string, headers: Record<string, string>) {
  const bytes = Buffer.from(body)
  const isNotice = path.endsWith('/webhooks/payments')
  const signed = isNotice ? { 'x-provider-signature': webhookSignature(WEBHOOK_SECRET, bytes) } : {}
  const answer = await shop.app.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, ...signed },
    payload: bytes,
  })
  const { error, errors } = answer.json()
  return { status: answer.statusCode, error: error ?? errors?.[0].message }
}

const good = { status: 200, error: undefined }
const unsupported = { status: 415, error: 'Unsupported media type' }

describe('a body in JSON', () => {
  it('is refused when its bytes are no UTF-8', async () => {
    for (const { path, text, headers } of paths()) {
      expect(await post(path, text, headers), path).toEqual(good)
      const latin1 = Buffer.from(text, 'latin1')
      expect(await post(path, latin1, headers), path).toEqual({ status: 400, error: 'Invalid JSON' })
      const cut = Buffer.concat([Buffer.from(text), Buffer.from([0xe2, 0x82])])
      expect(await post(path, cut, headers), path).toEqual({ status: 400, error: 'Invalid JSON' })
    }
  })

  it('may begin with a byte order mark', async () => {
    for (const { path, text, headers } of paths())
      expect(await post(path, `\ufeff${text}`, headers), path).toEqual(good)
  })

  it('is refused in another charset than UTF-8', async () => {
    for (const { path, text, headers } of paths()) {
      for (const charset of ['utf-16', 'iso-8859-1', '"windows-1252"', 'utf-16le; x=y']) {
        const type = `application/json; charset=${charset}`
        expect(await post(path, text, { ...headers, 'content-type': type }), `${path} ${charset}`).toEqual(unsupported)
      }
      for (const charset of ['utf-8', 'UTF-8', '"utf-8"', 'utf8', 'us-ascii']) {
        const type = `application/json;charset=${charset}`
        expect(await post(path, text, { ...headers, 'content-type': type }), `${path} ${charset}`).toEqual(good)
      }
    }
  })

  it('is refused in a coding that is not read', async () => {
    for (const { path, text, headers } of paths()) {
      for (const coding of ['gzip', 'br', 'deflate', 'aws-chunked', 'identity, gzip']) {
        const body = coding === 'gzip' ? gzipSync(text) : text
        expect(await post(path, body, { ...headers, 'content-encoding': coding }), `${path} ${coding}`).toEqual(
          unsupported,
        )
      }
      expect(await post(path, text, { ...headers, 'content-encoding': 'identity' }), path).toEqual(good)
    }
  })
})

describe('a form', () => {
  const lead = () => `/api/sites/${store.subdomain}/lead`
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }

  it('is read in UTF-8', async () => {
    expect(await post(lead(), 'name=Zo%C3%A9&message=100%25', form)).toEqual(good)
    expect(await post(lead(), 'name=Zoé&message=100%', form)).toEqual(good)
    expect(await post(lead(), 'name=%EF%BF%BD', form)).toEqual(good)
  })

  it('is refused with bytes that are no UTF-8, in another charset, and in a coding', async () => {
    const invalid = { status: 400, error: 'Invalid form data' }
    expect(await post(lead(), 'name=Zo%E9', form)).toEqual(invalid)
    expect(await post(lead(), Buffer.from('name=Zoé', 'latin1'), form)).toEqual(invalid)
    const type = 'application/x-www-form-urlencoded; charset=windows-1252'
    expect(await post(lead(), 'name=Zo', { ...form, 'content-type': type })).toEqual(unsupported)
    expect(await post(lead(), gzipSync('name=Zo'), { ...form, 'content-encoding': 'gzip' })).toEqual(unsupported)
  })
})

describe('a client that is still sending is told why it is refused', () => {
  const MEGABYTES_9 = new Uint8Array(9 * 1024 * 1024)

  /** Many requests, ten at a time; how often each status came, or the error of a lost answer. */
  async function statuses(path: string, headers: Record<string, string>, times = 10) {
    const tally: Record<string, number> = {}
    const one = async () => {
      const outcome = await fetch(`${url}${path}`, { method: 'POST', headers, body: MEGABYTES_9 }).then(
        async (answer) => `${answer.status} ${(await answer.text()).includes('"error') ? 'explained' : 'empty'}`,
        (error: Error) => String(error.cause),
      )
      tally[outcome] = (tally[outcome] ?? 0) + 1
    }
    for (let sent = 0; sent < times; sent += 10) await Promise.all(Array.from({ length: 10 }, one))
    return tally
  }
  it('as its body is too large', { timeout: 120_000 }, async () => {
    const base = `/api/sites/${store.subdomain}`
    expect(await statuses(`${base}/lead`, json, 20)).toEqual({ '413 explained': 20 })
    const close = { ...json, connection: 'close' }
    expect(await statuses(`${base}/graphql`, close)).toEqual({ '413 explained': 10 })
    const owner = { ...json, authorization: `Bearer ${ownerKey}` }
    expect(await statuses(`${base}/owner/graphql`, owner)).toEqual({ '413 explained': 10 })
  })

  it('before its body was looked at', { timeout: 120_000 }, async () => {
    const base = `/api/sites/${store.subdomain}`
    expect(await statuses(`${base}/owner/graphql`, json)).toEqual({ '401 explained': 10 })
    expect(await statuses('/api/sites/nowhere/lead', json)).toEqual({ '404 explained': 10 })
    expect(await statuses(`${base}/lead`, { 'content-type': 'text/plain' })).toEqual({ '415 explained': 10 })
  })

  it('but not for ever', async () => {
    const app = await createServer({
      services: shop.services,
      config: { trustProxy: { hops: 1 }, defaultStore: null, graphiql: true, metrics: false },
      isReady: async () => true,
      readingOn: { bytes: 1024 * 1024, time: 500 },
    })
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const head = `POST /api/sites/${store.subdomain}/lead HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n`
    for (const isFast of [true, false]) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
      const piece = Buffer.alloc(isFast ? 256 * 1024 : 1, 'x')
      let received = ''
      let sent = 0
      socket.on('data', (bytes) => {
        received += bytes
      })
      socket.write(head)
      const sending = setInterval(() => socket.writable && socket.write(piece, () => (sent += piece.length)), 10)
      await new Promise((resolve) => socket.once('close', resolve))
      clearInterval(sending)
      expect(received).toContain('413 Payload Too Large')
      expect(sent).toBeLessThan(50_000_000)
    }
    await app.close()
  })
})
