import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { ownAddress } from '../support/addresses.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const { subdomain } = await shop.addStore()
const url = `/api/sites/${subdomain}/graphql`

const query = '{ store { currency } }'
const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } }
const answer = {
  status: 200,
  body: { errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }] },
}

async function send(method: 'GET' | 'POST', path: string, payload?: object) {
  const { statusCode, body } = await shop.app.inject({
    ...{ method, url: path, remoteAddress: ownAddress() },
    ...(payload && { payload }),
    headers: { accept: 'application/graphql-response+json,application/json;q=0.9' },
  })
  return { status: statusCode, body: JSON.parse(body) }
}

it('are told that there are no persisted queries, whether they post the hash or put it into the address', async () => {
  const search = new URLSearchParams({ extensions: JSON.stringify(extensions), variables: '{}' })
  for (let time = 0; time < 3; time += 1) {
    expect(await send('POST', url, { variables: {}, extensions })).toEqual(answer)
    expect(await send('POST', url, { query: '', extensions })).toEqual(answer)
    expect(await send('GET', `${url}?${search}`)).toEqual(answer)
  }
})

it('are answered once they send the text beside it', async () => {
  const found = { status: 200, body: { data: { store: { currency: 'INR' } } } }
  expect(await send('POST', url, { query, extensions })).toEqual(found)
  const search = new URLSearchParams({ query, extensions: JSON.stringify(extensions) })
  expect(await send('GET', `${url}?${search}`)).toEqual(found)
})

it('are refused as before when there is neither', async () => {
  for (const payload of [{}, { extensions: {} }, { extensions: { persistedQuery: 1 } }]) {
    expect(await send('POST', url, payload)).toMatchObject({ status: 400, body: { errors: [{}] } })
  }
})
