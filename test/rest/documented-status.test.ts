import { expect, it } from 'vitest'
import { expectDocumented } from '../support/documented-status.ts'

it('tests of REST fail at a status that the OpenAPI document does not name', () => {
  expectDocumented('GET', '/api/sites/demo/products?q=tea', 200)
  expectDocumented('GET', '/api/sites/demo/nothing', 404)
  expect(() => expectDocumented('GET', '/api/sites/demo/products?q=tea', 418)).toThrow(
    'GET /api/sites/{subdomain}/products was answered with 418',
  )
  expect(() => expectDocumented('POST', '/api/sites/demo/checkout/verify', 409)).toThrow('409')
})
