import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { refusalOf, sendRefusal } from '../../src/api/http/refusal.ts'
import { createUploadRoom, uploadPlugin } from '../../src/commerce/media/upload-plugin.ts'
import { createContexts } from '../../src/process/contexts.ts'
import { ownerOf } from '../support/owner.ts'
import { drawing } from '../support/pictures.ts'
import { forAllTests, openShop } from '../support/shop.ts'

interface Uploader {
  subdomain: string
  key: string
}
let open: FastifyInstance[] = []
let sockets: Socket[] = []

const shop = await forAllTests(openShop())
const picture = await drawing(40, 30).png().toBuffer()
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(open.map((app) => app.close()))
  open = []
  sockets = []
})

async function uploader(): Promise<Uploader> {
  const store = await shop.addStore()
  const { key } = await ownerOf(shop, store)
  return { subdomain: store.subdomain, key }
}

async function listening(maxBufferedBytes?: number): Promise<string> {
  const app = Fastify()
  open.push(app)
  const { ownerContextOf } = createContexts(shop.services, { trustProxy: null, defaultStore: null })
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request.log)))
  // As long as it may take to ask a database, a client may have gone before its body is looked at.
  const contextOf: typeof ownerContextOf = async (request, reply) => {
    await setTimeout(20)
    return ownerContextOf(request, reply)
  }
  const path = '/api/sites/:subdomain/owner/media'
  await app.register(uploadPlugin, { contextOf, path, room: createUploadRoom(maxBufferedBytes) })
  return app.listen({ port: 0, host: '127.0.0.1' })
}

async function upload(url: string, { subdomain, key }: Uploader): Promise<number> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(picture)]), 'picture.png')
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${url}/api/sites/${subdomain}/owner/media`, { method: 'POST', headers, body })
  return answer.status
}

/** Begins an upload: its headers, and so many bytes of the picture. Gives all that is answered. */
async function begun(url: string, { subdomain, key }: Uploader, bytes: number) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write(
    `POST /api/sites/${subdomain}/owner/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n' +
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
  )
  socket.write(Buffer.alloc(bytes, 1))
  return { socket, received: () => received }
}

it('pictures that arrive slowly keep no other store out', async () => {
  const url = await listening()
  const slow = [await uploader(), await uploader(), await uploader()]
  for (const store of slow) {
    for (let sent = 0; sent < 5; sent += 1) await begun(url, store, 1)
  }
  const quick = await uploader()
  expect(await Promise.all([upload(url, quick), upload(url, quick), upload(url, quick)])).toEqual([200, 200, 200])
})

it('a store whose slow uploads end has its place back', async () => {
  const url = await listening()
  const store = await uploader()
  const slow = []
  for (let sent = 0; sent < 4; sent += 1) slow.push(await begun(url, store, 1))
  const waiting = upload(url, store)
  slow[0]?.socket.destroy()
  expect(await waiting).toBe(200)
})

it('when they fill the memory, the store that holds the most is told to try again', async () => {
  const url = await listening(2_000_000)
  const [greedy, modest] = [await uploader(), await uploader()]
  const first = await begun(url, greedy, 1_500_000)
  await begun(url, modest, 400_000)
  expect(await upload(url, modest)).toBe(200)
  await begun(url, modest, 400_000)
  await vi.waitUntil(() => first.received() !== '', { timeout: 20_000 })
  expect(first.received()).toMatch(/^HTTP\/1.1 503 .*\r\nretry-after: 1\r\n.*The service is busy. Please try again./s)
  expect(await upload(url, greedy)).toBe(200)
})
