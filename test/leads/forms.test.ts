import { describe, expect, it } from 'vitest'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { lead: { points: 1_000, seconds: 60 } } }))
const store = await shop.addStore({ store: { businessName: `<b>"Tea" & 'Co'</b>` } })

const URL_ENCODED = 'application/x-www-form-urlencoded'

async function post(payload: string | Buffer, type?: string, headers: Record<string, string> = {}) {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${store.subdomain}/lead`,
    headers: { ...(type && { 'content-type': type }), ...headers },
    payload,
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

const lastLead = () =>
  shop.database.prisma.lead.findFirst({
    where: { storeId: store.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })

/** A form as a browser or a library encodes it. */
async function encoded(fields: Record<string, string | Blob>): Promise<{ body: Buffer; type: string }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const request = new Response(form)
  return { body: Buffer.from(await request.arrayBuffer()), type: request.headers.get('content-type') ?? '' }
}

const json = { accept: 'application/json' }
const whole = { name: 'Asha & Söhne 🍵', email: 'asha@example.com', phone: '+91 98765 43210', message: 'a=b&c\nd+e%20' }

describe('a form', () => {
  it('may be URL-encoded', async () => {
    const { status, text } = await post(new URLSearchParams(whole).toString(), URL_ENCODED, json)
    expect([status, JSON.parse(text)]).toEqual([200, { success: true, message: 'Your message has been received.' }])
    expect(await lastLead()).toMatchObject(whole)
    await post('name=Ravi+Rao&unknown=1', `${URL_ENCODED}; charset=UTF-8`, json)
    expect(await lastLead()).toMatchObject({ name: 'Ravi Rao', email: null })
  })

  it('may be multipart', async () => {
    const { body, type } = await encoded(whole)
    expect((await post(body, type, json)).status).toBe(200)
    expect(await lastLead()).toMatchObject(whole)
  })

  it('may be multipart as curl writes it, with a quoted boundary', async () => {
    const body = ['--x y', 'Content-Disposition: form-data; name="name"', '', 'Ravi', '--x y--', ''].join('\r\n')
    expect((await post(body, 'multipart/form-data; boundary="x y"', json)).status).toBe(200)
    expect(await lastLead()).toMatchObject({ name: 'Ravi' })
  })

  it('has its files left out', async () => {
    const { body, type } = await encoded({
      name: 'Meera',
      message: new File(['secret'], 'note.txt'),
      cv: new Blob(['x']),
    })
    expect((await post(body, type, json)).status).toBe(200)
    expect(await lastLead()).toMatchObject({ name: 'Meera', message: null })
  })

  it('counts a line break as the one character that it is', async () => {
    const message = `${'x'.repeat(1_000)}\n${'y'.repeat(999)}`
    const sent = message.replace('\n', '\r\n')
    const { body, type } = await encoded({ message: sent })
    for (const [payload, how] of [
      [new URLSearchParams({ message: sent }).toString(), URL_ENCODED],
      [body, type],
    ] as const) {
      expect((await post(payload, how, json)).status).toBe(200)
      expect((await lastLead())?.message).toBe(message)
    }
  })

  it('may be empty', async () => {
    for (const type of [URL_ENCODED, 'application/json', 'multipart/form-data; boundary=x', undefined]) {
      expect((await post('', type, json)).status).toBe(200)
      expect(await lastLead()).toMatchObject({ name: null, email: null, phone: null, message: null })
    }
  })

  it('takes a field of another kind for what it is: text', async () => {
    await post('__proto__=x&constructor=y&name=one&name=two', URL_ENCODED, json)
    expect(await lastLead()).toMatchObject({ name: 'two' })
  })

  it('is refused when it cannot be read, is too large, or of another kind', async () => {
    const { body, type } = await encoded(whole)
    const cut = body.subarray(0, body.length - 30)
    for (const [payload, how, status, error] of [
      [cut, type, 400, 'Invalid form data'],
      [body, 'multipart/form-data', 400, 'Invalid form data'],
      ['{"name":', 'application/json', 400, 'Invalid JSON'],
      [`message=${'x'.repeat(65_536)}`, URL_ENCODED, 413, 'Body too large'],
      ['name=x', 'text/plain', 415, 'Unsupported media type'],
      ['email=nobody', URL_ENCODED, 400, 'Invalid email address.'],
      ['name=%00', URL_ENCODED, 400, 'Name contains characters that cannot be stored'],
    ] as const) {
      // Errors are JSON, whoever asks.
      const answer = await post(payload, how, { accept: 'text/html' })
      expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { error }])
    }
  })

  it('is taken nowhere else', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/sites/${store.subdomain}/subscribe`.replace('subscribe', 'customer/login'),
      headers: { 'content-type': URL_ENCODED },
      payload: 'phone=1&password=secret1',
    })
    expect([answer.statusCode, answer.json()]).toEqual([415, { error: 'Unsupported media type' }])
  })
})

describe('the answer', () => {
  it.each([
    'application/json',
    'application/json, text/plain, */*',
    'text/html;q=0.5,Application/JSON;q=0.9',
    ' application/json ; charset=utf-8',
  ])('is JSON for Accept: %s', async (accept) => {
    const { status, headers, text } = await post('name=x', URL_ENCODED, { accept })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(text)).toEqual({ success: true, message: 'Your message has been received.' })
  })

  it.each([
    undefined,
    '*/*',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html, application/json;q=0',
    'application/jsonp',
  ])('is the page for Accept: %s, also of JSON', async (accept) => {
    for (const [payload, type] of [
      ['name=x', URL_ENCODED],
      ['{"name":"x"}', 'application/json'],
    ] as const) {
      const { status, headers, text } = await post(payload, type, accept === undefined ? {} : { accept })
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        vary: expect.stringContaining('Accept'),
        'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
      })
      expect(text).toMatch(/^<!doctype html>/)
    }
  })

  it('escapes the store’s name and every other value', async () => {
    const evil = `https://shop.example/"><script>alert(1)</script>`
    const { text } = await post('name=<script>alert(2)</script>', URL_ENCODED, { referer: evil })
    expect(text).toContain('<title>Thank you · &lt;b&gt;&quot;Tea&quot; &amp; &#39;Co&#39;&lt;/b&gt;</title>')
    expect(text).toContain('>&lt;b&gt;&quot;Tea&quot; &amp; &#39;Co&#39;&lt;/b&gt;</p>')
    expect(text).toContain('href="https://shop.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(text).not.toContain('<script')
  })

  it('leads back to the page with the form, when the browser says which that was', async () => {
    const back = async (referer?: string) =>
      /href="([^"]*)"/.exec((await post('', URL_ENCODED, referer === undefined ? {} : { referer })).text)?.[1]
    expect(await back('https://tea.example/contact?x=1')).toBe('https://tea.example/contact?x=1')
    for (const referer of [undefined, 'javascript:alert(1)', 'data:text/html,x', 'about:blank', 'nonsense'])
      expect(await back(referer)).toBeUndefined()
  })
})
