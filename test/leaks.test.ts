import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { createMailer } from '../src/platform/mailer.ts'
import { connectRedis, createRedisWatch } from '../src/platform/redis/redis.ts'
import { jobHandlers } from '../src/process/job-handlers.ts'
import { jobKinds } from '../src/process/job-kinds.ts'
import { buyer, notify, productIdOf, razorpay, receiptOf } from './support/buying.ts'
import { graphql, rest } from './support/call.ts'
import { clientOf, interfaces } from './support/client.ts'
import { startFakeModel } from './support/fake-model.ts'
import { type FakeMode, startFakeProvider } from './support/fake-provider.ts'
import { openMailServer } from './support/mail-server.ts'
import { ownerOf } from './support/owner.ts'
import { newPhone } from './support/phones.ts'
import { runStorefront } from './support/process.ts'
import { formsOf, watchSecrets } from './support/secret-watch.ts'
import { openShop } from './support/shop.ts'

// Every shop of every test searches its log when it closes. Here is what the others do not come to, and what they log.

const SMTP_PASSWORD = 'smtp-password-that-nobody-may-see'
const CHAT_KEY = 'sk-chat-key-that-nobody-may-see'
const PAGE_PASSWORD = 'page-password-that-nobody-may-see'

const provider = await startFakeProvider(razorpay)
const model = await startFakeModel()
const mails = await openMailServer(0, {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ password }, _session, done) => done(new Error(`Invalid login ${password}`)),
})
const smtpUrl = mails.url.replace('//', `//shop:${SMTP_PASSWORD}@`)
// The mailer writes no log of its own where it has a server.
const { logger } = watchSecrets()
const shop = await openShop({
  limitsOff: true,
  paymentsUrl: provider.url,
  chat: { url: model.url, model: 'local', apiKey: CHAT_KEY },
  mailer: createMailer({ smtp: { smtpUrl, from: 'shop@example.com' }, logger }),
  jobs: {
    kinds: { ...jobKinds, 'lead-notification': { ...jobKinds['lead-notification'], pollSeconds: 0.05 } },
  },
})
const store = await shop.addStore({
  store: {
    ownerEmail: 'owner@example.com',
    payments: razorpay,
    access: { password: PAGE_PASSWORD },
    chat: { enabled: true, context: 'Open 9 to 6.' },
  },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
})
const productId = await productIdOf(shop, store, 'tea')
for (const secret of [SMTP_PASSWORD, CHAT_KEY, PAGE_PASSWORD]) shop.secrets.add(secret)
shop.secrets.add(Buffer.from(`${razorpay.keyId}:${razorpay.keySecret}`).toString('base64'))
shop.secrets.add(Buffer.from(`\0shop\0${SMTP_PASSWORD}`).toString('base64'))
afterAll(async () => {
  await shop.close()
  await Promise.all([provider.close(), model.close(), mails.close()])
})

/** What the log has said since the last look; fails when there is a secret in it. */
function logged(): string {
  shop.secrets.check()
  return shop.secrets.lines.splice(0).join('')
}

describe.each(interfaces)('over %s the log keeps quiet about', (by) => {
  const client = () => clientOf(shop, store.subdomain, by)
  const account = () => ({ name: 'Asha', phone: newPhone(), password: `sign-up-secret-${by}` })

  it('passwords and tokens of customers, right and wrong', async () => {
    const asha = account()
    const { data } = (await client().signUp(asha)) as { data: { token: string } }
    await client().signUp(asha)
    await client().logIn({ ...asha, password: 'a-wrong-guess-of-it' })
    await client().logIn({ ...asha, password: { nested: 'a-nested-secret' } })
    await client().signUp({ ...account(), password: 'too-long-secret'.repeat(10) })
    await client().me({ token: data.token })
    await client().me({ token: `${data.token.slice(0, -4)}AAAA` })
    const { passwordHash } = await shop.database.prisma.customer.findFirstOrThrow({ where: { storeId: store.id } })
    shop.secrets.add(passwordHash)
    logged()
  })

  it('the page’s password and its tokens', async () => {
    const { data } = (await client().unlock(PAGE_PASSWORD)) as { data: { access_token: string } }
    await client().unlock('another-page-password')
    await client().products({}, { headers: { 'x-access-token': data.access_token } })
    logged()
  })

  it('keys: of owners, of idempotency', async () => {
    const { key } = await ownerOf(shop, store)
    shop.secrets.add(key)
    const headers = { 'x-store-key': key, 'x-buyer-ip': '192.0.2.1', 'idempotency-key': `idempotency-key-${by}` }
    shop.secrets.add(headers['idempotency-key'])
    await client().checkout({ items: [{ id: productId, qty: 1 }], buyer }, { headers })
    await client().checkout({ items: [{ id: productId, qty: 2 }], buyer }, { headers })
    logged()
  })

  const modes: FakeMode[] = ['serverError', 'refuse', 'repeatSecrets', 'garbage', 'closeUnanswered', 'redirect', 'ok']
  it('keys and signatures of the payment provider, however it fails', async () => {
    for (const mode of modes) {
      provider.mode = mode
      await client().checkout({ items: [{ id: productId, qty: 1 }], buyer })
    }
    const payment = provider.pay(provider.orders.at(-1)?.id ?? '')
    const receipt = receiptOf(payment)
    await client().verify({ ...receipt, provider_signature: 'f'.repeat(64) })
    await client().verify(receipt)
    await notify(shop, store.subdomain, '{}', { 'x-provider-signature': 'e'.repeat(64) })
    expect(logged()).toContain('Payment provider unavailable')
  })

  it('the key of the language model', async () => {
    for (const mode of ['refuse', 'close', 'serverError'] as const) {
      model.mode = mode
      await client().chat({ message: 'What is tea?' })
    }
    expect(logged()).toContain('The assistant did not answer')
  })

  it('what a failing database was given', async () => {
    const broken = await openShop({ limitsOff: true })
    const { subdomain, id: storeId } = await broken.addStore({
      store: { access: { password: PAGE_PASSWORD }, payments: { provider: 'sandbox' } },
      products: [{ slug: 'tea', name: 'Tea', price: 100 }],
    })
    const { key } = await ownerOf(
      broken,
      await broken.services.db.prisma.store.findUniqueOrThrow({ where: { subdomain } }),
    )
    broken.secrets.add(key)
    const {
      db: { prisma },
    } = broken.services
    const client = clientOf(broken, subdomain, by)
    const { data } = (await client.signUp(account())) as { data: { token: string } }
    const hash = (await prisma.customer.findFirstOrThrow({ where: { storeId } })).passwordHash
    broken.secrets.add(hash.slice(0, 20))
    broken.secrets.add('$2b$04$')
    const failures = async (sql: string, call: () => Promise<unknown>) => {
      await prisma.$executeRawUnsafe(sql)
      expect(await call()).toMatchObject({ status: 500 })
      expect(broken.secrets.lines.at(-2)).toContain('"level":50')
    }
    // The server's DETAIL quotes the row, hash and all.
    await failures(`ALTER TABLE customers ADD CONSTRAINT no_more CHECK (name <> 'Asha') NOT VALID`, () =>
      client.signUp(account()),
    )
    await failures('DROP TABLE access_tokens', () => client.unlock(PAGE_PASSWORD))
    await failures('DROP TABLE idempotency_keys', () =>
      client.checkout(
        { items: [{ id: 'x', qty: 1 }], buyer },
        { token: data.token, headers: { 'idempotency-key': 'a-key-for-a-table-that-is-gone' } },
      ),
    )
    await failures('DROP TABLE customers CASCADE', () => client.me({ token: data.token }))
    broken.secrets.add('a-key-for-a-table-that-is-gone')
    await broken.close()
  })
})

it('the log keeps quiet about what does not parse, and about addresses that hold a token', async () => {
  const base = `/api/sites/${store.subdomain}`
  const json = { 'content-type': 'application/json' }
  for (const url of [`${base}/customer/login`, `${base}/graphql`]) {
    await shop.app.inject({ method: 'POST', url, headers: json, payload: '{"password":"broken-json-secret"' })
  }
  await shop.app.inject(`${base}/products?token=query-string-secret`)
  await shop.app.inject(`${base}/nowhere/path-secret?password=another-query-secret`)
  shop.secrets.add('path-secret')
  const query = 'mutation ($input: LogInInput!) { logIn(input: $input) { token } }'
  await graphql(shop, store.subdomain, query, { input: { phone: 5, password: 'secret-in-variables', more: 1 } })
  await graphql(shop, store.subdomain, 'mutation { unlock(password: "secret-in-a-document") { nothing } }')
  const variables = encodeURIComponent('{"password": "secret-in-get", ')
  await shop.app.inject(`${base}/graphql?query={store{name}}&variables=${variables}`)
  shop.secrets.add('secret-in-get')
  await rest(shop, 'POST', `${base}/customer/login`, { phone: '1', password: ['secret-in-a-list'] })
  logged()
})

it('the log keeps quiet about the password of the mail server', async () => {
  shop.services.jobs.start(jobHandlers(shop.services))
  await clientOf(shop, store.subdomain, 'REST').submitLead({ name: 'Ravi', message: 'Hello' })
  while (!shop.secrets.lines.some((line) => line.includes('A job has failed'))) await wait(50)
  await shop.services.jobs.stop(1_000)
  expect(logged()).toContain('in words that hold the password')
})

it('the log keeps quiet about the password of Redis', async () => {
  const server = createServer((socket) =>
    socket.on('data', () => socket.write('-WRONGPASS invalid username-password pair\r\n')),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const secrets = watchSecrets()
  secrets.add('redis-password-that-nobody-may-see')
  const redis = connectRedis(`redis://:redis-password-that-nobody-may-see@127.0.0.1:${port}`, secrets.logger)
  const watch = createRedisWatch(redis, secrets.logger)
  while (!secrets.lines.some((line) => line.includes('WRONGPASS'))) await wait(20)
  redis.disconnect()
  watch.close()
  server.close()
  secrets.check()
})

it('no answer holds a secret of the store', async () => {
  const answers: string[] = []
  for (const path of [
    'products',
    `reviews/${productId}`,
    'graphql?query={store{name,protected}}',
    '../../openapi.json',
  ]) {
    answers.push((await shop.app.inject(`/api/sites/${store.subdomain}/${path}`)).payload)
  }
  for (const secret of [razorpay.keySecret, razorpay.webhookSecret, PAGE_PASSWORD, CHAT_KEY, SMTP_PASSWORD]) {
    for (const form of formsOf(secret)) expect(answers.join()).not.toContain(form)
  }
})

describe('a process that cannot start', () => {
  const secret = (of: string) => `${of}-that-nobody-may-see-0123456789`
  const env = {
    LOG_LEVEL: 'trace',
    SECRETS: secret('signing'),
    CHAT_API_KEY: secret('chat'),
    SMTP_URL: `smtp://shop:${secret('smtp')}@127.0.0.1:1`,
    MAIL_FROM: 'shop@example.com',
    REDIS_URL: `redis://:${secret('redis')}@127.0.0.1:1`,
    DATABASE_URL: `postgresql://shop:${secret('database')}@127.0.0.1:1/shop`,
  }

  it.each([
    ['as its database is away', {}],
    [
      'as its URLs are none',
      { DATABASE_URL: `shop:${secret('database')}@`, REDIS_URL: `http://:${secret('redis')}@x` },
    ],
    ['as its secrets are too short', { SECRETS: 'too-short-secret', SMTP_URL: `//shop:${secret('smtp')}@host` }],
  ])('%s prints no secret', async (_, mistakes) => {
    const { status, stdout, stderr } = await runStorefront(['serve'], { ...env, ...mistakes, PORT: '0' })
    expect(status).toBe(1)
    expect(stderr).not.toBe('')
    const printed = stdout + stderr
    for (const of of ['signing', 'chat', 'smtp', 'redis', 'database']) {
      for (const form of formsOf(secret(of))) expect(printed).not.toContain(form)
    }
    expect(printed).not.toContain('too-short-secret')
  })
})
