import { describe, expect, it } from 'vitest'
import { forAllTests, openShop } from '../support/shop.ts'
import { customerOf, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop())
const { subdomain, id: storeId } = await shop.addStore({
  store: { chat: { enabled: true, context: 'Shipping costs ₹50.' } },
  products: [{ slug: 'assam', name: 'Assam', price: 5 }],
})
const quiet = await shop.addStore()

describe('the contact form', () => {
  it('sends a message to the owner', async () => {
    const asha = visitorOf(shop, subdomain)
    expect((await asha.get('/contact')).body).toContain(`action="/shop/${subdomain}/contact"`)
    const lead = { name: 'Asha', email: 'asha@example.com', phone: '98765 43210', message: 'Do you ship\r\nto Goa?' }
    expect(await asha.post('/contact', lead)).toMatchObject({ status: 303, to: '/thanks/message' })
    expect((await asha.get('/thanks/message')).body).toContain('We have your message')
    expect(await shop.database.prisma.lead.findMany({ where: { storeId } })).toMatchObject([
      { ...lead, message: 'Do you ship\nto Goa?' },
    ])
  })

  it('knows a customer already', async () => {
    const asha = await customerOf(shop, subdomain, { email: 'asha.rao@example.com' })
    const { body } = await asha.get('/contact')
    for (const known of ['Asha Rao', 'asha.rao@example.com', asha.phone]) expect(body).toContain(`value="${known}"`)
  })

  it('that is refused is shown again with what was typed', async () => {
    const fields = { name: '<i>', email: 'nobody', phone: '', message: 'Hello </textarea>' }
    const refused = await visitorOf(shop, subdomain).post('/contact', fields)
    expect([refused.status, refused.headers['error-code']]).toEqual([400, 'BAD_USER_INPUT'])
    expect(refused.body).toContain('id="f-email-mistake">Invalid email address.')
    expect(refused.body).toContain('value="&lt;i>"')
    expect(refused.body).toContain('>Hello &lt;/textarea></textarea>')
  })

  it('asks for a way to answer', async () => {
    const refused = await visitorOf(shop, subdomain).post('/contact', { message: 'Hi', email: ' ', phone: '' })
    expect([refused.status, refused.body]).toEqual([
      400,
      expect.stringContaining('id="f-email-mistake">Enter an email address or a phone number'),
    ])
    expect(refused.body).toContain('>Hi</textarea>')
  })

  it('takes ten messages in a quarter of an hour', async () => {
    const asha = visitorOf(shop, subdomain)
    const email = 'asha@example.com'
    for (let sent = 0; sent < 10; sent += 1)
      expect((await asha.post('/contact', { email, message: 'Hi' })).status).toBe(303)
    const refused = await asha.post('/contact', { email, message: 'One more' })
    expect([refused.status, refused.body]).toEqual([429, expect.stringContaining('>One more</textarea>')])
  })
})

describe('the chat', () => {
  const historyIn = (body: string) =>
    (/name="history" value="([^"]*)"/.exec(body)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&')

  it('answers, and the conversation travels in the form', async () => {
    const asha = visitorOf(shop, subdomain)
    expect((await asha.get('/p/assam')).body).toContain(`class="chat-link" href="/shop/${subdomain}/chat"`)
    const first = await asha.post('/chat', { message: 'How much is <b>shipping</b>?' })
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(first.body).toContain('How much is &lt;b>shipping&lt;/b>?')
    expect(first.body).toContain('₹50')
    expect(first.body).toMatch(/name="message"[^>]* required/)
    const second = await asha.post('/chat', { message: 'Do you have Assam?', history: historyIn(first.body) })
    expect(second.body.match(/<li class="(asked|answered)"/g)).toHaveLength(4)
    expect(second.body).toContain('Assam: ₹5')
    const turns = JSON.parse(historyIn(second.body))
    expect(turns.map(({ role }: { role: string }) => role)).toEqual(['USER', 'ASSISTANT', 'USER', 'ASSISTANT'])
    expect(turns[0].content).toBe('How much is <b>shipping</b>?')
  })

  it('that goes on for long keeps what the operation takes', async () => {
    const asha = visitorOf(shop, subdomain)
    const turn = (role: string, content: string) => ({ role, content })
    const history = JSON.stringify(
      Array.from({ length: 50 }, (_, at) => turn(at % 2 ? 'ASSISTANT' : 'USER', at ? `turn ${at}` : '🍵'.repeat(2000))),
    )
    const { status, body } = await asha.post('/chat', { message: 'Hello', history })
    expect([status, JSON.parse(historyIn(body)).length]).toEqual([200, 50])
    expect(body).not.toContain('🍵')
    expect(body).toContain('turn 49')
  })

  it.each(['x', '{"a":1}', '[{"role":"OWNER","content":"x"}]', '[1]', '[null]', JSON.stringify(Array(51).fill({}))])(
    'takes the history %j for none',
    async (history) => {
      const { status, body } = await visitorOf(shop, subdomain).post('/chat', { message: 'Hello', history })
      expect([status, JSON.parse(historyIn(body)).length]).toEqual([200, 2])
    },
  )

  it.each([
    ['', 'message is required'],
    ['x'.repeat(501), 'Message too long (max 500 chars).'],
  ])('refuses the question %j, and keeps the conversation', async (message, said) => {
    const history = JSON.stringify([{ role: 'USER', content: 'before' }])
    const refused = await visitorOf(shop, subdomain).post('/chat', { message, history })
    expect([refused.status, refused.headers['error-code']]).toEqual([400, 'BAD_USER_INPUT'])
    expect(refused.body).toContain(`id="f-message-mistake">${said}`)
    expect(refused.body).toContain('before</p>')
    expect(historyIn(refused.body)).toBe(history)
  })

  it('above its limit says when to ask again, and keeps the conversation', async () => {
    const asha = visitorOf(shop, subdomain)
    const history = JSON.stringify([{ role: 'USER', content: 'before' }])
    for (let asked = 0; asked < 10; asked += 1)
      expect((await asha.post('/chat', { message: 'Hello', history })).status).toBe(200)
    const refused = await asha.post('/chat', { message: 'Hello again', history })
    expect([refused.status, historyIn(refused.body)]).toEqual([429, history])
    expect(refused.body).toMatch(/Please come again in \d+ seconds?\./)
    expect(refused.body).toContain('value="Hello again"')
  })

  it('is not there where the store has none', async () => {
    const asha = visitorOf(shop, quiet.subdomain)
    expect((await asha.get('')).body).not.toContain('/chat')
    expect((await asha.get('/contact')).body).not.toContain('/chat')
    expect((await asha.get('/chat')).status).toBe(404)
    expect((await asha.post('/chat', { message: 'Hello' })).status).toBe(404)
  })
})
