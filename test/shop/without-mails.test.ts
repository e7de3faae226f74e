import { expect, it } from 'vitest'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { customerOf, PASSWORD, visitorOf } from '../support/visitor.ts'

const play = { provider: 'sandbox' }
const real = { provider: 'razorpay', keyId: 'rzp_test_1', keySecret: 'a secret of the provider' }
const shop = await forAllTests(openShop())
/** Shows mails of stores that take play money, as with the embedded database. */
const demo = await forAllTests(openShop({ showsMails: true }))

it.each([
  ['', shop, play],
  [' that takes real money, beside a demo', demo, real],
] as const)('a shop without a mail server%s promises no mail', async (_, shop, payments) => {
  const { subdomain } = await shop.addStore({ store: { payments } })
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

it('what is said of mails changes with the payment account', async () => {
  const store = await demo.addStore({ store: { payments: play } })
  const owner = await ownerOf(demo, store)
  const visitor = visitorOf(demo, store.subdomain)
  expect((await visitor.get('')).body).toContain('a few times a year')
  const input = { provider: 'RAZORPAY', keyId: 'rzp_test_1', keySecret: 'a secret of the provider' }
  await owner.ask('mutation ($input: PaymentsInput) { setPayments(input: $input) }', { input })
  expect((await visitor.get('')).body).not.toContain('a few times a year')
})
