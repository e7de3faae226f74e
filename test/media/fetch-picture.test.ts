import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPictureFetch, MAX_PICTURE_BYTES } from '../../src/commerce/media/fetch-picture.ts'
import { parseNetwork } from '../../src/platform/network/network.ts'
import { openPictureHost, type PictureHost, picture } from '../support/picture-host.ts'

const networks = [parseNetwork('127.0.0.1/32')]
const bytes = Buffer.from('\xff\xd8\xff picture', 'latin1')

let host: PictureHost

const ask = (url: string, options: Partial<Parameters<typeof createPictureFetch>[0]> = {}) =>
  createPictureFetch({ networks, timeoutMs: 1_000, ...options }).fetch('store', url, new AbortController().signal)
const at = (path: string) => ask(host.url + path)
const leadTo = (path: string, location: string, status = 302) =>
  host.answers.set(path, (response) => response.writeHead(status, { location }).end())

describe('fetching a picture from another host', () => {
  beforeAll(async () => {
    host = await openPictureHost()
  })
  afterAll(() => host?.close())
  beforeEach(() => {
    host.asked.length = 0
    host.answers.clear()
  })

  it('gives the file and what its host calls it, behind redirects as well', async () => {
    host.answers.set('/a.jpg?v=1', picture(bytes, 'image/jpeg; charset=binary'))
    expect(await at('/a.jpg?v=1')).toEqual({ bytes, type: 'image/jpeg' })
    leadTo('/old.jpg', '/older.jpg', 301)
    leadTo('/older.jpg', `${host.url}/a.jpg?v=1`, 307)
    expect(await at('/old.jpg')).toEqual({ bytes, type: 'image/jpeg' })
    expect(host.asked).toEqual(['/a.jpg?v=1', '/old.jpg', '/older.jpg', '/a.jpg?v=1'])
  })

  it('says what is wrong with an answer', async () => {
    const status = (code: number, headers = {}) =>
      host.answers.set('/x', (response) => response.writeHead(code, headers).end('x'))
    expect(await at('/gone.jpg')).toEqual({ failure: 'It is gone: its host answered 404.' })
    status(403)
    expect(await at('/x')).toEqual({ failure: 'Its host does not give it to this service: it answered 403.' })
    status(500)
    expect(await at('/x')).toEqual({ failure: 'Its host answered 500.' })
    status(429, { 'retry-after': '7' })
    expect(await at('/x')).toEqual({ failure: 'Its host answered 429.', later: true, limited: true, seconds: 7 })
    status(503)
    expect(await at('/x')).toEqual({ failure: 'Its host answered 503.', later: true })
    status(200, { 'content-type': 'text/html; charset=utf-8' })
    expect(await at('/x')).toEqual({ failure: 'There is a web page at this address, not a picture.' })
  })

  it('reads no more than an upload may have, whatever the host announces', async () => {
    host.answers.set('/announced', (response) =>
      response.writeHead(200, { 'content-length': MAX_PICTURE_BYTES + 1 }).write('x'),
    )
    let sent = 0
    host.answers.set('/endless', async (response) => {
      response.on('error', () => {}).writeHead(200, { 'content-type': 'image/jpeg' })
      while (!response.destroyed && sent < 20 * MAX_PICTURE_BYTES) {
        sent += 65_536
        if (!response.write(Buffer.alloc(65_536)))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
      }
    })
    for (const path of ['/announced', '/endless'])
      expect(await at(path)).toEqual({ failure: 'It has more than 10 MB.' })
    expect(sent).toBeLessThan(5 * MAX_PICTURE_BYTES)
  })

  it('waits for it a limited time, also for a host that sends drop by drop, and stops when it is to', async () => {
    host.answers.set('/silent', () => {})
    host.answers.set('/slow', (response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' })
      const drops = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(drops))
    })
    for (const path of ['/silent', '/slow'])
      expect(await at(path)).toEqual({ failure: 'It did not arrive within 1 s.', silent: true })
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('stopping')), 100)
    await expect(createPictureFetch({ networks }).fetch('store', `${host.url}/silent`, stop.signal)).rejects.toThrow(
      'stopping',
    )
  })

  it.each([
    'http://10.1.2.3/a.jpg',
    'http://169.254.169.254/latest/meta-data',
    'https://[::1]/a.jpg',
    'http://[::ffff:10.0.0.1]/a.jpg',
    'http://0x0a000001/a.jpg',
  ])('asks nothing of %s, given or led to', async (url) => {
    const refused = { failure: expect.stringContaining('is not on the public internet') }
    expect(await ask(url)).toEqual(refused)
    leadTo('/away', url)
    expect(await at('/away')).toEqual(refused)
  })

  it('checks the address that a name has when it is connected to, also behind a redirect', async () => {
    const names: Record<string, string> = { 'old.example': '127.0.0.1', 'inner.example': '10.0.0.5' }
    const resolve = async (name: string) => [{ address: names[name] ?? '', family: 4 }]
    const { port } = new URL(host.url)
    host.answers.set('/a.jpg', picture(bytes))
    leadTo('/away', `http://inner.example:${port}/a.jpg`)
    expect(await ask(`http://old.example:${port}/a.jpg`, { resolve })).toMatchObject({ type: 'image/jpeg' })
    const refused = { failure: 'inner.example is not on the public internet, so it was not contacted.' }
    expect(await ask(`http://old.example:${port}/away`, { resolve })).toEqual(refused)
    names['old.example'] = '192.168.0.9'
    expect(await ask(`http://old.example:${port}/a.jpg`, { resolve })).toMatchObject({
      failure: expect.stringContaining('old.example is not on'),
    })
    expect(host.asked).toEqual(['/a.jpg', '/away'])
  })

  it('follows five redirects, to http and https only', async () => {
    leadTo('/circle', '/circle')
    expect(await at('/circle')).toEqual({ failure: 'It was redirected more than 5 times.' })
    expect(host.asked).toHaveLength(6)
    leadTo('/file', 'file:///etc/passwd')
    expect(await at('/file')).toEqual({
      failure: 'It was redirected to something other than an http:// or https:// address.',
    })
  })

  it('says when there is no host, and nothing of how this one is built', async () => {
    const closed = await openPictureHost()
    await closed.close()
    expect(await ask(`${closed.url}/a.jpg`)).toEqual({
      ...{ failure: 'The connection to its host failed (ECONNREFUSED).', silent: true },
    })
    const resolve = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await ask('http://gone.example/a.jpg', { resolve })).toEqual({
      ...{ failure: 'Its host does not exist any more.', silent: true },
    })
  })
})
