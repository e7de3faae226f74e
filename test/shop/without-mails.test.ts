import { expect, it } from 'vitest'
import { forAllTests, openShop } from '../support/shop.ts'
import { customerOf, PASSWORD, visitorOf } from '../support/visitor.ts'

const shop = await forAllTests(openShop())
const { subdomain } = await shop.addStore()

it('a shop without a mail server promises no mail', async () => {
  const visitor = visitorOf(shop, subdomain)
  const page = (await visitor.get('/forgot-password')).body
  expect(page).toContain('This shop sends no mails.')
  expect(page).not.toContain('Send the link')
  expect((await visitor.get('/thanks/password')).body).toContain('This shop sends no mails.')
  expect((await visitor.get('/thanks/newsletter')).body).not.toContain('You will hear from us')
  const home = (await visitor.get('')).body
  expect(home).toContain('Leave your address')
  expect(home).not.toContain('a few times a year')
  const { phone } = await customerOf(shop, subdomain)
  const asha = visitorOf(shop, subdomain)
  await asha.post('/log-in', { phone, password: PASSWORD })
  await asha.post('/account/profile', { name: 'Asha', email: 'asha@example.com', address: '' })
  const profile = (await asha.get('/account/profile')).body
  expect(profile).not.toContain('Send the link again')
  expect(profile).not.toContain('For order confirmations')
})
