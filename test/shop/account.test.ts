import { beforeAll, describe, expect, it } from 'vitest'
import { buy } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop, unlimited } from '../support/shop.ts'
import { customerOf, PASSWORD, type ShopVisitor, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop({ showsMails: true, policies: { read: unlimited, checkout: unlimited } }))
const tea = { slug: 'assam', name: 'Assam', price: 50 }
const { subdomain, id: storeId } = await shop.addStore({
  store: { payments: { provider: 'sandbox' }, cancellableMinutes: 30 },
  products: [tea],
})
const product = await shop.database.prisma.product.findFirstOrThrow({ where: { storeId } })
const client = clientOf(shop, subdomain, 'REST')

const tokenOf = (visitor: Pick<ShopVisitor, 'cookie'>) => visitor.cookie('customer')?.split('~')[0] ?? ''

describe('orders', () => {
  let asha: Awaited<ReturnType<typeof customerOf>>
  let numbers: string[]

  beforeAll(async () => {
    asha = await customerOf(shop, subdomain)
    numbers = []
    for (let order = 0; order < 11; order += 1) {
      const input = { items: [{ id: product.id, qty: 1 }], buyer: { name: 'Asha', phone: newPhone() } }
      numbers.unshift((await buy(shop, client, input, { token: tokenOf(asha) })).orderNo)
    }
  })

  it('are on the overview, and all on pages of a list', async () => {
    const ordersOn = async (path: string) => [
      ...new Set(
        [...(await asha.get(path)).body.matchAll(/\/account\/orders\/([\w-]+)/g)].map(([, orderNo]) => orderNo),
      ),
    ]
    expect(await ordersOn('/account')).toEqual(numbers.slice(0, 3))
    expect(await ordersOn('/account/orders')).toEqual(numbers.slice(0, 10))
    const [, next = ''] =
      /href="[^"]*(\/account\/orders\?after=[^"]+)"/.exec((await asha.get('/account/orders')).body) ?? []
    expect(await ordersOn(next)).toEqual(numbers.slice(10))
  })

  it('are shown whatever phone they were placed with, to their customer alone', async () => {
    const [latest = ''] = numbers
    const page = await asha.get(`/account/orders/${latest}`)
    expect(page.body).toContain('Your order is confirmed')
    expect(page.body).toContain(`action="/shop/${subdomain}/order/${latest}/cancel"`)
    const ravi = await customerOf(shop, subdomain)
    expect((await ravi.get(`/account/orders/${latest}`)).status).toBe(404)
    expect((await asha.get('/account/orders/ORD-NONE')).status).toBe(404)
    expect(await visitorOf(shop, subdomain).get(`/account/orders/${latest}`)).toMatchObject({
      ...{ status: 303, to: `/log-in?next=%2Faccount%2Forders%2F${latest}` },
    })
  })

  it('keep an account from being deleted while they are paid but not sent', async () => {
    const refused = await asha.post('/account/delete', { password: PASSWORD })
    expect([refused.status, refused.headers['error-code']]).toEqual([409, 'CONFLICT'])
    expect(refused.body).toMatch(/role="alert"[^>]*><p>[^<]*order/)
    expect((await asha.get('/account')).status).toBe(200)
  })
})

describe('addresses', () => {
  const address = { name: 'Asha Rao', lines: '14 Chapel Road\r\nFlat 3\r\n', city: 'Mumbai', postalCode: '400050' }
  const idsOn = (body: string) => [...body.matchAll(/addresses\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id)

  it('are added, changed, made the default and deleted', async () => {
    const asha = await customerOf(shop, subdomain)
    expect((await asha.get('/account/addresses/new')).body).toContain('name="isDefault" value="1" checked')
    const added = await asha.post('/account/addresses/new', { ...address, country: 'IN', isDefault: '1' })
    expect([added.status, added.to]).toEqual([303, '/account/addresses'])
    await asha.post('/account/addresses/new', { ...address, name: 'Books', phone: '98300 11223' })
    const list = (await asha.get('/account/addresses')).body
    for (const text of ['14 Chapel Road', 'Flat 3', '400050 Mumbai', 'India', '98300 11223'])
      expect(list).toContain(text)
    const [home = '', books = ''] = idsOn(list)
    const form = (await asha.get(`/account/addresses/${home}`)).body
    expect(form).toContain('14 Chapel Road\nFlat 3</textarea>')
    expect(form).toContain('<option value="IN" selected>India</option>')
    await asha.post(`/account/addresses/${home}`, { ...address, lines: '15 Chapel Road', isDefault: '1' })
    await asha.post(`/account/addresses/${books}/default`)
    const stored = await shop.database.prisma.customerAddress.findMany({
      where: { id: { in: [home, books] } },
      orderBy: { createdAt: 'asc' },
    })
    expect(stored.map(({ lines, country, isDefault }) => ({ lines, country, isDefault }))).toEqual([
      { lines: ['15 Chapel Road'], country: null, isDefault: false },
      { lines: ['14 Chapel Road', 'Flat 3'], country: null, isDefault: true },
    ])
    expect(await asha.post(`/account/addresses/${home}/delete`)).toMatchObject({
      status: 303,
      to: '/account/addresses',
    })
    expect(idsOn((await asha.get('/account/addresses')).body)).toEqual([books])
  })

  it('that are refused are shown again with what was typed', async () => {
    const asha = await customerOf(shop, subdomain)
    const refused = await asha.post('/account/addresses/new', { ...address, city: '', lines: '<b>\n2\n3\n4\n5' })
    expect([refused.status, refused.headers['error-code']]).toEqual([400, 'BAD_USER_INPUT'])
    expect(refused.body).toContain('id="f-city-mistake"')
    expect(refused.body).toContain('id="f-lines-mistake"')
    expect(refused.body).toContain('&lt;b>\n2\n3\n4\n5</textarea>')
    expect(refused.body).not.toContain('name="isDefault" value="1" checked')
  })

  it('of somebody else cannot be seen, changed or deleted', async () => {
    const asha = await customerOf(shop, subdomain)
    await asha.post('/account/addresses/new', address)
    const [id] = idsOn((await asha.get('/account/addresses')).body)
    const ravi = await customerOf(shop, subdomain)
    for (const of of [id, 'x%2Fy']) {
      const path = `/account/addresses/${of}`
      expect((await ravi.get(path)).status).toBe(404)
      expect((await ravi.post(path, { ...address, name: 'Ravi' })).status).toBe(404)
      for (const end of ['default', 'delete']) expect((await ravi.post(`${path}/${end}`)).status).toBe(404)
    }
    expect((await asha.get('/account/addresses')).body).toContain('Asha Rao')
  })
})

describe('the profile', () => {
  it('is changed, and says that the email address is not confirmed', async () => {
    const asha = await customerOf(shop, subdomain)
    const email = `asha${asha.phone}@example.com`
    const fields = { name: 'Asha R.', email, address: '14 Chapel Road' }
    const saved = await asha.post('/account/profile', fields)
    expect([saved.status, saved.to]).toEqual([303, '/account/profile?done=saved'])
    const page = (await asha.get(saved.to ?? '')).body
    expect(page).toContain('Your profile is saved.')
    expect(page).toContain('value="Asha R."')
    expect(page).toContain(`You have not confirmed <b dir="auto">${email}</b> yet`)
    expect(await asha.post('/account/email', { email })).toMatchObject({
      status: 303,
      to: '/account/profile?done=sent',
    })
    await shop.database.prisma.customer.updateMany({ where: { email }, data: { confirmedEmail: email } })
    expect((await asha.get('/account/profile')).body).toContain('Confirmed.')
    await asha.post('/account/profile', { ...fields, email: '' })
    expect((await client.me({ token: tokenOf(asha) })) as any).toMatchObject({ data: { customer: { email: null } } })
  })

  it('that is refused is shown again with what was typed', async () => {
    const asha = await customerOf(shop, subdomain)
    const refused = await asha.post('/account/profile', { name: '', email: 'no <address>', address: '' })
    expect([refused.status, refused.headers['error-code']]).toEqual([400, 'BAD_USER_INPUT'])
    expect(refused.body).toContain('id="f-name-mistake"')
    expect(refused.body).toContain('id="f-email-mistake">Email must be a valid email address')
    expect(refused.body).toContain('value="no &lt;address>"')
  })
})

describe('a password', () => {
  it('is changed by who knows the old one, and other devices are logged out', async () => {
    const { phone, ...asha } = await customerOf(shop, subdomain)
    const tablet = visitorOf(shop, subdomain)
    await tablet.post('/log-in', { phone, password: PASSWORD })
    const changed = await asha.post('/account/password', { oldPassword: PASSWORD, newPassword: 'another one' })
    expect([changed.status, changed.to]).toEqual([303, '/account/password?done=1'])
    expect((await asha.get(changed.to ?? '')).body).toContain('Your password is changed.')
    const referer = `http://shop.example/shop/${subdomain}/account/profile`
    const refused = await tablet.post('/account/profile', { name: 'Not Asha' }, { referer })
    expect([refused.status, refused.to]).toEqual([303, '/log-in?next=%2Faccount%2Fprofile'])
    expect(tablet.cookie('customer')).toBeNull()
    expect((await asha.get('/account')).body).toContain('Asha Rao')
    expect((await tablet.post('/log-in', { phone, password: 'another one' })).status).toBe(303)
  })

  it.each([
    [{ oldPassword: 'a guess', newPassword: 'another one' }, 403, 'FORBIDDEN', 'Incorrect password'],
    [
      { oldPassword: PASSWORD, newPassword: '12345' },
      400,
      'BAD_USER_INPUT',
      'id="f-newPassword-mistake">Password must be',
    ],
    [{}, 400, 'BAD_USER_INPUT', 'Old and new password required'],
  ])('with %j is refused: %i', async (fields, status, code, text) => {
    const asha = await customerOf(shop, subdomain)
    const refused = await asha.post('/account/password', fields as Record<string, string>)
    expect([refused.status, refused.headers['error-code']]).toEqual([status, code])
    expect(refused.body).toContain(text)
    for (const typed of Object.values(fields)) expect(refused.body).not.toContain(typed)
  })
})

describe('a customer’s data', () => {
  it('comes as a file', async () => {
    const asha = await customerOf(shop, subdomain)
    expect((await asha.get('/account/privacy')).body).toContain(`href="/shop/${subdomain}/account/data" download`)
    const { status, headers, body } = await asha.get('/account/data')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(JSON.parse(body)).toMatchObject({ store: subdomain, accounts: [{ name: 'Asha Rao', phone: asha.phone }] })
  })

  it('is deleted with the account, for the right password', async () => {
    const asha = await customerOf(shop, subdomain)
    const refused = await asha.post('/account/delete', { password: 'a guess' })
    expect([refused.status, refused.headers['error-code']]).toEqual([403, 'FORBIDDEN'])
    expect(refused.body).toContain('Incorrect password')
    expect(refused.body).not.toContain('a guess')
    // Worded as the refusal of a store that is locked.
    const blank = await asha.post('/account/delete', { password: '' })
    expect([blank.status, blank.headers['error-code']]).toEqual([400, 'BAD_USER_INPUT'])
    expect(blank.body).toContain('action="/shop/')
    expect(blank.body).toContain('/account/delete"')
    expect(blank.body).toContain('Password required')
    const deleted = await asha.post('/account/delete', { password: PASSWORD })
    expect([deleted.status, deleted.to]).toEqual([303, '/thanks/goodbye'])
    expect([...asha.cookies]).toEqual([])
    expect((await asha.get('/thanks/goodbye')).body).toContain('Your account is deleted.')
    expect(await shop.database.prisma.customer.count({ where: { phone: asha.phone } })).toBe(0)
  })
})
