import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWebhookPost, type PostOptions } from '../../src/commerce/webhooks/post-message.ts'
import { createTargetRules } from '../../src/commerce/webhooks/target.ts'
import { parseNetwork } from '../../src/platform/network/network.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'

const loopback = [parseNetwork('127.0.0.1/32')]

describe('a webhook cannot have the URL', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://１２７.0.0.1/',
    'https://0.0.0.0/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://shop.localhost:8443/',
    'https://10.0.0.1/',
    'https://172.31.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/',
    'https://192.0.2.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:0:10.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b:1::10.0.0.1]/',
    'https://[2002:a00:1::]/',
    'https://[2001:0:a00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[ff02::1]/',
  ])('%s', (url) => {
    expect(createTargetRules([]).urlProblem(url)).toMatch(/^The URL must lead to the public internet; /)
  })

  it.each([
    ['http://hooks.example/', 'The URL must begin with https://.'],
    ['ftp://hooks.example/', 'The URL must begin with https://.'],
    ['file:///etc/passwd', 'The URL must begin with https://.'],
    ['hooks.example', 'The URL must begin with https://.'],
    ['https://', 'The URL must begin with https://.'],
    ['https://me@hooks.example/', 'The URL must not hold a user name or password.'],
    ['https://me:secret@hooks.example/', 'The URL must not hold a user name or password.'],
    [`https://hooks.example/${'x'.repeat(2048)}`, 'The URL must be at most 2048 characters.'],
  ])('%.40s', (url, problem) => {
    expect(createTargetRules([]).urlProblem(url)).toBe(problem)
  })
})

it.each([
  'https://hooks.example/x?y=1',
  'https://hooks.example:8443/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
])('a webhook can have the URL %s', (url) => expect(createTargetRules([]).urlProblem(url)).toBeNull())

it('networks that the operator allows can be reached, over http too; others cannot', () => {
  const rules = createTargetRules([...loopback, parseNetwork('10.1.0.0/16')])
  for (const url of ['http://127.0.0.1:9/', 'https://10.1.2.3/', 'http://[::ffff:10.1.2.3]/', 'http://localhost/'])
    expect(rules.urlProblem(url)).toBeNull()
  for (const url of ['http://127.0.0.2/', 'https://10.2.0.1/', 'http://8.8.8.8/'])
    expect(rules.urlProblem(url)).toMatch(/public internet/)
})

describe('a message', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
  })
  beforeEach(() => {
    receiver.calls.length = 0
    receiver.answer = () => 200
  })
  afterAll(() => receiver.close())

  const never = new AbortController().signal
  const send = (options: PostOptions, url = receiver.url) =>
    createWebhookPost(options).post({ storeId: 'a store', url, headers: { 'x-a': 'b' }, body: '{}' }, never)
  const resolveTo =
    (...addresses: string[]): NonNullable<PostOptions['resolve']> =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const at = (host: string, protocol = 'http') => `${protocol}://${host}:${new URL(receiver.url).port}/hook`
  const nothingSent = { failure: expect.stringMatching(/no address of the public internet.*nothing was sent/) }

  it.each([
    ['the address', '127.0.0.1'],
    ['another spelling of it', '2130706433'],
    ['it inside IPv6', '[::ffff:127.0.0.1]'],
    ['the name of this machine', 'localhost'],
  ])('goes nowhere private by %s', async (_, host) => {
    for (const protocol of ['http', 'https'])
      expect(await send({ networks: [] }, at(host, protocol))).toEqual(nothingSent)
    expect(receiver.calls).toEqual([])
  })

  it('goes nowhere private by a name that leads there', async () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1']) {
      const options = { networks: [], resolve: resolveTo(address) }
      expect(await send(options, at('hooks.example', 'https'))).toEqual(nothingSent)
    }
    // Nor over http where a name is public, for anybody on the way to read.
    expect(await send({ networks: loopback, resolve: resolveTo('8.8.8.8') }, at('hooks.example'))).toEqual(nothingSent)
    expect(receiver.calls).toEqual([])
  })

  it('goes to the address that was looked at, whatever the name says the next time', async () => {
    let asked = 0
    const resolve: PostOptions['resolve'] = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    }
    expect(await send({ networks: loopback, resolve }, at('hooks.example'))).toEqual({ status: 200 })
    expect(asked).toBe(1)
    expect(receiver.calls).toMatchObject([{ method: 'POST', body: '{}', headers: { 'x-a': 'b' } }])
    expect(receiver.calls[0]?.headers.host).toMatch(/^hooks\.example:/)
  })

  it('uses only those addresses of a name that it may', async () => {
    const resolve = resolveTo('10.0.0.1', '127.0.0.1')
    expect(await send({ networks: loopback, resolve }, at('hooks.example'))).toEqual({ status: 200 })
  })

  it('follows no redirect', async () => {
    const elsewhere = await openReceiver()
    receiver.answer = () => ({ location: elsewhere.url })
    expect(await send({ networks: loopback })).toEqual({ status: 307 })
    expect(elsewhere.calls).toEqual([])
    await elsewhere.close()
  })

  it('is not waited for longer than that', async () => {
    receiver.answer = () => 'hang'
    expect(await send({ networks: loopback, timeoutMs: 300 })).toEqual({
      failure: 'The receiver did not answer within 0.3 s.',
    })
    const resolve = () => new Promise<never>(() => {})
    expect(await send({ networks: loopback, timeoutMs: 300, resolve }, at('hooks.example'))).toEqual({
      failure: 'The receiver did not answer within 0.3 s.',
    })
  })

  it('that cannot be delivered says so without addresses', async () => {
    const closed = await openReceiver()
    await closed.close()
    expect(await send({ networks: loopback }, closed.url)).toEqual({
      failure: 'The receiver could not be reached (ECONNREFUSED).',
    })
  })

  it('ends with the process', async () => {
    receiver.answer = () => 'hang'
    const stop = new AbortController()
    const sent = createWebhookPost({ networks: loopback }).post(
      { storeId: 'a store', url: receiver.url, headers: {}, body: '{}' },
      stop.signal,
    )
    setTimeout(() => stop.abort(new Error('stopping')), 100)
    await expect(sent).rejects.toThrow('stopping')
  })
})
