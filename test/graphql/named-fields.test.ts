import { expect, it } from 'vitest'
import { graphql, rest } from '../support/call.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const subdomain = (await shop.addStore()).subdomain
const base = `/api/sites/${subdomain}`

const asProblem = { headers: { accept: 'application/problem+json' } }

it('names the parameter of a list, however its values are written', async () => {
  for (const query of ['include=media,x,y', 'include=&include=x']) {
    const { body } = await rest(shop, 'GET', `${base}/products?${query}`, undefined, asProblem)
    expect(body.errors).toEqual([{ field: 'include', message: 'include must be some of available, variants, media' }])
  }
})

it('counts the entries of a list as they were sent, blank ones too', async () => {
  const person = { name: 'Asha', phone: '9000000002', password: 'secret1' }
  const { token } = (await rest(shop, 'POST', `${base}/customer/signup`, person)).body
  const headers = { ...asProblem.headers, authorization: `Bearer ${token}` }
  const add = (lines: unknown) =>
    rest(shop, 'POST', `${base}/customer/addresses`, { name: 'Asha', city: 'Kolkata', lines }, { headers })
  expect((await add(['', ' ', 'x'.repeat(101)])).body.errors).toEqual([
    { field: 'lines[2]', message: 'A line must be at most 100 characters' },
  ])
  const message = 'Lines must be 1 to 4 texts'
  for (const lines of [['1', '2', '3', '4', '5'], 'x'])
    expect((await add(lines)).body.errors).toEqual([{ field: 'lines', message }])
  expect((await add(['', ' '])).body).toMatchObject({ errors: [{ field: 'lines' }] })
  expect((await add(['', ' 12 Lake Road ', ''])).body).toMatchObject({ address: { lines: ['12 Lake Road'] } })
})

it('names the password of too many bytes', async () => {
  const password = 'é'.repeat(40)
  const message = 'Password must be at most 72 bytes long'
  const person = { name: 'Asha', phone: '9000000003', password }
  const signUp = await rest(shop, 'POST', `${base}/customer/signup`, person, asProblem)
  expect(signUp.body).toMatchObject({ detail: message, errors: [{ field: 'password', message }] })
  const mutation = 'mutation ($input: SignUpInput!) { signUp(input: $input) { token } }'
  const { body } = await graphql(shop, subdomain, mutation, { input: person })
  expect(body.errors[0].extensions.errors).toEqual([{ field: 'password', message }])

  const reset = { code: 'ABCDEF', password }
  const forgotten = await rest(shop, 'POST', `${base}/customer/password/reset`, reset, asProblem)
  expect(forgotten.body.errors).toEqual([{ field: 'password', message }])
})
