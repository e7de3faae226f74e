import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let url: string

beforeAll(async () => {
  shop = await openShop({ policies: { read: { points: 10_000, seconds: 60 } } })
  const { subdomain } = await shop.addStore()
  url = `${await shop.app.listen({ port: 0, host: '127.0.0.1' })}/api/sites/${subdomain}/graphql`
})
afterAll(() => shop.close())

describe('the official audits of GraphQL over HTTP', () => {
  // The address is not known before the tests run; the audits only look at it then.
  const audits = serverAudits({ url: () => url })

  it.each(audits.map(({ id, name }) => ({ id, name })))('$id $name', async ({ id }) => {
    const audit = audits.find((candidate) => candidate.id === id)
    const result = await audit?.fn()
    expect(result && 'reason' in result ? result.reason : result?.status).toBe('ok')
  })
})
