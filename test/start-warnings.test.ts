import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createWebhook } from '../src/commerce/webhooks/change-webhook.ts'
import { createSeal } from '../src/platform/secrets/sealed-secrets.ts'
import { createServer } from '../src/process/server.ts'
import { createWarnings } from '../src/process/start-warnings.ts'
import { razorpay } from './support/buying.ts'
import { forAllTests, openShop, SECRETS } from './support/shop.ts'

const OTHERS = ['another-secret-for-tests-only-0123456789ab']

const shop = await forAllTests(openShop())

const warningsOf = (secrets: string[], defaultStore: string | null = null) =>
  createWarnings({ ...shop.services, seal: createSeal(secrets) }, { defaultStore })

it('warns of sealed secrets that SECRETS does not open, and of none while there are none', async () => {
  expect(await warningsOf(OTHERS)()).toEqual([])
  const store = await shop.addStore({ store: { payments: razorpay } })
  const context = { services: { ...shop.services, seal: createSeal(OTHERS) }, store }
  expect(await warningsOf(SECRETS)()).toEqual([])
  expect(await warningsOf(OTHERS)()).toEqual([
    'SECRETS cannot decrypt any of the 2 sealed secrets in the database (payment accounts, webhooks), which are treated as not configured: add the secret that sealed them to SECRETS, or have the owners enter theirs again.',
  ])

  const { secret } = await createWebhook(context, { url: 'https://hooks.example/' })
  shop.secrets.add(secret)
  expect(await warningsOf(OTHERS)()).toEqual([expect.stringMatching(/^SECRETS cannot decrypt 2 of the 3 sealed/)])
  expect(await warningsOf([...OTHERS, ...SECRETS])()).toEqual([])
})

it('warns of a default store that is not there', async () => {
  const { subdomain } = await shop.addStore()
  expect(await warningsOf([...OTHERS, ...SECRETS], subdomain)()).toEqual([])
  expect(await warningsOf([...OTHERS, ...SECRETS], 'nobody')()).toEqual([
    'DEFAULT_STORE is nobody, which does not exist: /graphql answers "Site not found" to requests that name no store. Import the store, or set DEFAULT_STORE to an existing one.',
  ])
})

it('warns of discount codes that are found by nobody', async () => {
  const { id: storeId, subdomain } = await shop.addStore({
    discounts: [
      { code: 'SAVE-10', type: 'fixed', value: 10 },
      { code: 'दिवाली', type: 'fixed', value: 10 },
    ],
  })
  // As a migration left it.
  const left = { storeId, code: 'SAVE\u201310', type: 'FIXED', amount: 1_000n } as const
  await shop.database.prisma.discount.create({ data: { id: randomUUID(), ...left } })
  expect(await warningsOf([...OTHERS, ...SECRETS])()).toEqual([
    `Nobody can use or find these discount codes, since their store has the same code with a hyphen instead of the dash: SAVE\u201310 (${subdomain}). Give them another code, or delete them, in the table discounts.`,
  ])
  await shop.database.prisma.discount.deleteMany({ where: { storeId, code: 'SAVE\u201310' } })
  expect(await warningsOf([...OTHERS, ...SECRETS])()).toEqual([])
})

it('/readyz shows warnings to people, and is ready all the same', async () => {
  const ready = async (warnings?: () => Promise<string[]>) => {
    const app = await createServer({
      services: shop.services,
      config: { trustProxy: null, defaultStore: null, graphiql: false, metrics: false },
      isReady: async () => true,
      ...(warnings && { warnings }),
    })
    const { statusCode, body } = await app.inject('/readyz')
    await app.close()
    return { statusCode, body: JSON.parse(body) }
  }
  expect(await ready()).toEqual({ statusCode: 200, body: { status: 'ready' } })
  expect(await ready(async () => ['Mind the gap.'])).toEqual({
    statusCode: 200,
    body: { status: 'ready', warnings: ['Mind the gap.'] },
  })
  expect(await ready(() => Promise.reject(new Error('no answer')))).toEqual({
    statusCode: 200,
    body: { status: 'ready' },
  })
})
