import { describe, expect, it } from 'vitest'
import { clientOf, interfaces } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore()

const inDigits = (phone: string, digits: string) => phone.replace(/\d/g, (digit) => digits.charAt(Number(digit)))

describe.each(interfaces)('an account over %s', (by) => {
  const client = clientOf(shop, store.subdomain, by)

  const asha = (overrides: object = {}) => ({ name: 'Asha', phone: newPhone(), password: 'secret1', ...overrides })
  async function signedUp(overrides: object = {}) {
    const outcome = await client.signUp(asha(overrides))
    if (!('data' in outcome)) throw new Error(outcome.error)
    return outcome.data as { token: string; customer: Record<string, string> }
  }

  it('is one account, in the digits of any script and with every mark that phones are written with', async () => {
    const phone = newPhone()
    const inDevanagari = inDigits(phone, '०१२३४५६७८९')
    const { customer } = await signedUp({ phone: inDevanagari })
    expect(customer.phone).toBe(phone)
    const [start, end] = [phone.slice(0, 5), phone.slice(5)]
    for (const written of [
      phone,
      inDevanagari,
      `\u202a+${start}\u00a0${end}\u202c`,
      `${start}–${end}`,
      `${start}\u2011${end}`,
      `${start}−${end}`,
      `${start}.${end}`,
      `\u200b(${start})\u2009${end}\ufeff`,
      phone.replace(/\d/g, (digit) => '０１２３４５６７８９'.charAt(Number(digit))),
    ]) {
      expect(await client.logIn({ phone: written, password: 'secret1' })).toMatchObject({
        data: { customer: { phone } },
      })
      expect(await client.signUp(asha({ phone: written }))).toEqual({
        status: 400,
        error: 'An account with this phone already exists. Please log in instead.',
      })
    }
  })

  it('is not opened with a phone that has other letters than digits', async () => {
    for (const phone of ['९८७६५x', 'phone', '½', '+', '一二三', '12/34']) {
      expect(await client.signUp(asha({ phone }))).toEqual({ status: 400, error: 'Phone must contain digits only' })
    }
  })

  it('is opened by its password on every keyboard', async () => {
    const [composed, decomposed] = ['crème12'.normalize('NFC'), 'crème12'.normalize('NFD')]
    for (const [first, then] of [
      [composed, decomposed],
      [decomposed, composed],
    ]) {
      const { customer } = await signedUp({ password: first })
      expect(await client.logIn({ phone: customer.phone, password: then })).toHaveProperty('data')
    }
    expect(await client.signUp(asha({ password: 'ééé'.normalize('NFD') }))).toEqual({
      status: 400,
      error: 'Password must be 6+ characters',
    })
  })

  it('is found by the code of a friend, as they have read it out', async () => {
    const { customer } = await signedUp()
    const code = `${customer.referral_code?.slice(0, 4).toLowerCase()} ${customer.referral_code?.slice(4)}`
    const { customer: friend } = await signedUp({ refCode: code.replace(/0/g, 'o').replace(/1/g, 'l') })
    const { prisma } = shop.database
    const of = (phone = '') =>
      prisma.customer.findUniqueOrThrow({ where: { storeId_phone: { storeId: store.id, phone } } })
    expect((await of(friend.phone)).referredById).toBe((await of(customer.phone)).id)
  })
})

it('the owner finds a customer by the phone in any spelling, and a name by any spelling of its accents', async () => {
  const owner = await ownerOf(shop, store)
  const client = clientOf(shop, store.subdomain, 'REST')
  const phone = newPhone()
  await client.signUp({ name: 'Zo\u00eb Composed', phone, password: 'secret1' })
  await client.signUp({ name: 'Zoe\u0308 Decomposed', phone: newPhone(), password: 'secret1' })
  const found = async (search: string) => {
    const { customers } = await owner.ask(
      'query ($search: String) { customers(search: $search, first: 10) { nodes { name } } }',
      { search },
    )
    return customers.nodes.map(({ name }: { name: string }) => name.normalize('NFC')).sort()
  }
  for (const written of [inDigits(phone, '०१२३४५६७८९'), `${phone.slice(0, 5)}\u2013${phone.slice(5)}`]) {
    expect(await found(written)).toEqual(['Zoë Composed'])
  }
  for (const written of ['zo\u00eb', 'zoe\u0308', 'Zo\u00eb\u200b']) {
    expect(await found(written)).toEqual(['Zoë Composed', 'Zoë Decomposed'])
  }
})
