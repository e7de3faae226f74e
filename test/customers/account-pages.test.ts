import { describe, expect, it } from 'vitest'
import type { CodePurpose } from '../../src/commerce/customers/mails/codes.ts'
import { storeCode } from '../../src/commerce/customers/mails/codes.ts'
import { newCode } from '../../src/platform/secrets/typed-code.ts'
import { ownAddress } from '../support/addresses.ts'
import { dataOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore({ store: { businessName: 'Tea & <b>more</b>' } })
const client = clientOf(shop, store.subdomain, 'REST')

const open = (page: string, subdomain = store.subdomain) =>
  shop.app.inject({ url: `/account/${subdomain}/${page}`, headers: { 'x-forwarded-for': ownAddress() } })

const send = (
  page: string,
  fields: Record<string, string>,
  { subdomain, ip }: { subdomain?: string; ip?: string } = {},
) =>
  shop.app.inject({
    method: 'POST',
    url: `/account/${subdomain ?? store.subdomain}/${page}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': ip ?? ownAddress() },
    payload: new URLSearchParams(fields).toString(),
  })

/** A customer with a code. */
async function customerWith(purpose: CodePurpose, at = store) {
  const client = clientOf(shop, at.subdomain, 'REST')
  const phone = newPhone()
  const email = `asha${phone}@example.com`
  const { token } = await dataOf(client.signUp({ name: 'Asha', phone, password: 'first-password', email }))
  const { customer } = await dataOf(client.me({ token }))
  const code = newCode()
  shop.secrets.add(code)
  const kept = { storeId: at.id, customerId: customer.id, purpose, code, now: new Date() }
  await shop.database.prisma.$transaction((tx) => storeCode(tx, { ...kept, email: purpose === 'EMAIL' ? email : null }))
  return { phone, token: token as string, code }
}

const isConfirmed = async (token: string) =>
  (await dataOf(client.updateMe({}, { token }))).customer.email_confirmed as boolean

describe('the page behind a link', () => {
  it('sets a new password, by a plain form', async () => {
    const { phone, token, code } = await customerWith('PASSWORD')
    const page = await open(`reset-password?code=${code}`)
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("form-action 'self'"),
    })
    expect(page.body).toContain('Tea &amp; &lt;b&gt;more&lt;/b&gt;')
    expect(page.body).toContain(`<input type="hidden" name="code" value="${code}">`)
    expect(page.body).not.toContain('<script')
    expect(await client.me({ token })).toHaveProperty('data')

    const refused = await send('reset-password', { code, password: '12345' })
    expect(refused.statusCode).toBe(400)
    expect(refused.body).toContain('Password must be 6+ characters')
    expect(refused.body).toContain(`value="${code}"`)
    expect(refused.body).not.toContain('12345')

    const set = await send('reset-password', { code, password: 'second-password' })
    expect(set.statusCode).toBe(200)
    expect(set.body).toContain('Your password is set.')
    expect(set.body).toContain(`<a href="/shop/${store.subdomain}/log-in">Log in</a>`)
    expect(await client.me({ token })).toMatchObject({ status: 401 })
    expect(await client.logIn({ phone, password: 'second-password' })).toHaveProperty('data')
    expect((await send('reset-password', { code, password: 'third-password' })).body).toContain('This code is invalid')
  })

  it('confirms an address once its button is pressed: opening it changes nothing', async () => {
    const { token, code } = await customerWith('EMAIL')
    const page = await open(`confirm-email?code=${code}`)
    expect(page.body).toContain('Confirm your email address')
    expect(await isConfirmed(token)).toBe(false)
    const done = await send('confirm-email', { code })
    expect(done.body).toContain('your email address is confirmed')
    expect(done.body).toContain(`<a href="/shop/${store.subdomain}/account">Go to your account</a>`)
    expect(await isConfirmed(token)).toBe(true)
  })

  it('asks for the code when there is none, and shows it as text whatever it is', async () => {
    expect((await open('reset-password')).body).toContain('<label>Code<input name="code"')
    expect((await open('reset-password?code=a&code=b')).body).toContain('<label>Code<input name="code"')
    const odd = '"><script>alert(1)</script>'
    expect((await open(`confirm-email?code=${encodeURIComponent(odd)}`)).body).not.toContain('<script')
    const refused = await send('confirm-email', { code: odd })
    expect(refused.body).not.toContain('<script')
    expect(refused.body).toContain('This code is invalid')
  })

  it('is there for stores that there are, and for its methods', async () => {
    const missing = await open('reset-password', 'nobody-s-store')
    expect([missing.statusCode, missing.json()]).toEqual([404, { error: 'Site not found' }])
    const put = await shop.app.inject({ method: 'PUT', url: `/account/${store.subdomain}/confirm-email` })
    expect([put.statusCode, put.headers.allow]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
  })

  it('leads to no shop where the store has none', async () => {
    const off = await shop.addStore({ store: { shopEnabled: false } })
    const { code } = await customerWith('EMAIL', off)
    expect((await send('confirm-email', { code }, off)).body).toMatch(/is confirmed\.<\/p>\s*<\/main>/)
  })

  it('takes 20 tries a minute, together with those over REST', async () => {
    const ip = ownAddress()
    for (let call = 0; call < 10; call += 1) {
      expect((await send('confirm-email', { code: newCode() }, { ip })).statusCode).toBe(400)
      expect(await client.confirmEmail(newCode(), { ip })).toMatchObject({ status: 400 })
    }
    const code = newCode()
    const refused = await send('reset-password', { code, password: 'second-password' }, { ip })
    expect(refused.statusCode).toBe(429)
    expect(refused.body).toContain(`name="code" value="${code}"`)
    expect(refused.body).toContain('<p class="message bad" role="alert">Too many requests</p>')
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  })
})
