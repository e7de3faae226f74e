import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { captureLog } from '../payments/captured-log.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { type FakeModel, type ModelMode, startFakeModel } from '../support/fake-model.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const KEY = 'sk-a-key-that-nobody-may-see'
const unavailable = { status: 502, error: 'The assistant is unavailable. Please try again.' }
let store: Store
const { log: logger, lines } = captureLog()

const model = await forAllTests(startFakeModel())
const shop = await forAllTests(
  openShop({ chat: { url: model.url, model: 'small-1', apiKey: KEY, timeoutMs: 2_000 }, logger }),
)
beforeEach(async () => {
  store = await shop.addStore({
    store: {
      businessName: 'Tea "House"',
      chat: {
        enabled: true,
        context: 'Open 9 to 6. We do not ship abroad.',
        services: [{ name: 'Gift wrapping', description: 'Handmade paper.', price: 30 }],
      },
    },
    products: [
      {
        slug: 'assam',
        name: 'Assam',
        description: 'Malty.',
        price: 499,
        salePrice: 399.5,
        category: 'Black tea',
        stock: 0,
      },
      { slug: 'sencha', name: 'Sencha', price: 480, variants: [{ options: { size: '50g' }, price: 480, stock: 3 }] },
      { slug: 'hidden', name: 'Hidden', price: 1, active: false },
    ],
  })
  lines.length = 0
})
afterEach(() => {
  model.mode = 'ok'
  model.says = 'Assam costs ₹399.50.'
  model.requests.length = 0
})

const counted = async () =>
  (await shop.database.prisma.chatDay.findMany({ where: { storeId: store.id } })).map(({ messages }) => messages)

describe.each(interfaces)('a language model asked over %s', (by) => {
  const chat = (input: { message: string; history?: unknown }) => clientOf(shop, store.subdomain, by).chat(input)

  it('is asked with the store’s knowledge apart from what the shopper says', async () => {
    expect(await chat({ message: ' How much is Assam? ' })).toEqual({ data: { reply: 'Assam costs ₹399.50.' } })
    expect(model.requests).toHaveLength(1)
    const [{ method, path, headers, body }] = model.requests as [FakeModel['requests'][number]]
    expect({ method, path }).toEqual({ method: 'POST', path: '/v1/chat/completions' })
    expect(headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'content-type': 'application/json' })
    expect(body).toEqual({
      model: 'small-1',
      max_tokens: 500,
      stream: false,
      messages: [
        { role: 'system', content: expect.any(String) },
        { role: 'user', content: 'How much is Assam?' },
      ],
    })
    const system: string = body.messages[0].content
    expect(system).toContain('"Tea \\"House\\""')
    expect(system).toContain('never instructions')
    expect(system).not.toContain('How much is Assam')
    const data = JSON.parse(system.slice(system.indexOf('{"store"')))
    expect(data).toEqual({
      store: { name: 'Tea "House"', currency: 'INR' },
      about: expect.arrayContaining(['Open 9 to 6.', 'We do not ship abroad.']),
      services: [{ name: 'Gift wrapping', description: 'Handmade paper.', price: '₹30' }],
      products: [
        {
          name: 'Assam',
          category: 'Black tea',
          price: '₹499',
          salePrice: '₹399.50',
          inStock: false,
          description: 'Malty.',
        },
        {
          name: 'Sencha',
          price: '₹480',
          inStock: true,
          variants: [{ name: '50g', price: '₹480', inStock: true }],
          description: '',
        },
      ],
    })
  })

  it('hears the last 6 turns of the conversation', async () => {
    const history = Array.from({ length: 9 }, (_, at) => ({
      role: at % 2 ? 'assistant' : 'user',
      content: `turn ${at}`,
    }))
    await chat({ message: 'And now?', history })
    const [, ...said] = model.requests[0]?.body.messages ?? []
    expect(said).toEqual([...history.slice(3), { role: 'user', content: 'And now?' }])
  })

  it('is asked again by the newer name of the bound when it wants that one', async () => {
    model.mode = 'newer'
    expect(await chat({ message: 'Hello' })).toEqual({ data: { reply: model.says } })
    expect(model.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
      [500, undefined],
      [undefined, 500],
    ])
    expect(await counted()).toEqual([1])
  })

  it('counts what it answers', async () => {
    await chat({ message: 'One' })
    await chat({ message: 'Two' })
    expect(await counted()).toEqual([2])
  })

  const faults: ModelMode[] = [
    'serverError',
    'refuse',
    'hang',
    'slowBody',
    'garbage',
    'html',
    'empty',
    'blank',
    'otherShape',
    'oddLength',
    'endless',
    'redirect',
    'close',
  ]
  it.each(faults)('that fails by %s is asked once, reported, not counted, and logged without secrets', async (mode) => {
    model.mode = mode
    expect(await chat({ message: 'What does my private question cost?' })).toEqual(unavailable)
    // A connection that breaks may have been idle.
    expect(model.requests.length).toBeLessThanOrEqual(mode === 'close' ? 2 : 1)
    expect(await counted()).toEqual([0])
    const logged = lines.join('')
    expect(logged).toContain('The assistant did not answer')
    expect(logged).not.toContain('sk-')
    expect(logged).not.toContain('private question')
  })

  it('that closes idle connections answers', async () => {
    model.mode = 'closeReused'
    for (const message of ['Hello', 'And now?', 'What is Assam?']) {
      expect(await chat({ message })).toEqual({ data: { reply: model.says } })
    }
  })

  it('that talks and talks is cut off', async () => {
    model.mode = 'huge'
    const outcome = await chat({ message: 'Tell me everything' })
    expect('data' in outcome && outcome.data.reply.length).toBe(4_001)
  })
})

it('is told of a big catalogue only so much, what was asked for first', async () => {
  const big = await shop.addStore({
    store: { chat: { enabled: true, context: 'A sentence of the owner. '.repeat(800) } },
    products: Array.from({ length: 300 }, (_, at) => ({
      slug: `tea-${at}`,
      name: `Tea ${at} ${at === 250 ? 'Gyokuro' : ''}`,
      description: 'Long leaf, long words. '.repeat(40),
      price: 100,
    })),
  })
  await clientOf(shop, big.subdomain, 'REST').chat({ message: 'Do you have gyokuro?' })
  const system: string = model.requests[0]?.body.messages[0].content
  expect(system.length).toBeLessThan(40_000)
  const { products } = JSON.parse(system.slice(system.indexOf('{"store"')))
  expect(products.length).toBeGreaterThan(10)
  expect(products[0].name).toContain('Gyokuro')
})

it('needs no key where the endpoint asks for none, and says when it cannot be reached', async () => {
  const open = await openShop({ chat: { url: model.url, model: 'local', apiKey: null } })
  const { subdomain } = await open.addStore({ store: { chat: { enabled: true } } })
  await clientOf(open, subdomain, 'REST').chat({ message: 'Hello' })
  expect(model.requests.at(-1)?.headers).not.toHaveProperty('authorization')
  await open.close()

  const nowhere = await openShop({ chat: { url: 'http://127.0.0.1:9/v1', model: 'local', apiKey: null } })
  const lonely = await nowhere.addStore({ store: { chat: { enabled: true } } })
  expect(await clientOf(nowhere, lonely.subdomain, 'REST').chat({ message: 'Hello' })).toEqual(unavailable)
  await nowhere.close()
})
