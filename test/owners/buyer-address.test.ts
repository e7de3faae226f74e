import { describe, expect, it } from 'vitest'
import { createOwnerKey, revokeOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { ownAddress } from '../support/addresses.ts'
import { graphql, rest } from '../support/call.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ policies: { read: { points: 3, seconds: 60 } } }))
const store = await shop.addStore()
const created = await createOwnerKey(shop.services, store.id, 'web shop')
const key = created.key
const keyId = created.ownerKey.id

async function letIn(ip: string, headers: Record<string, string>, subdomain = store.subdomain): Promise<number> {
  for (let calls = 0; calls < 20; calls += 1) {
    const { status } = await rest(shop, 'GET', `/api/sites/${subdomain}/products`, undefined, { ip, headers })
    if (status === 429) return calls
  }
  return 20
}

describe('a storefront that renders on its own server', () => {
  it('spends each shopper’s budget when it names them with the store’s key', async () => {
    const named = (ip: string) => ({ 'x-store-key': key, 'x-buyer-ip': ip })
    expect(await letIn('198.51.100.1', named('203.0.113.1'))).toBe(3)
    expect(await letIn('198.51.100.1', named('203.0.113.2'))).toBe(3)
    expect(await letIn('198.51.100.1', {})).toBe(3)
  })

  it.each([
    ['storefront', 3],
    ['orders', 0],
    ['read', 0],
  ] as const)('with the scope `%s` has %i calls left for a shopper whom it names', async (scope, left) => {
    const scoped = await createOwnerKey(shop.services, store.id, scope, [scope])
    const ip = ownAddress()
    expect(await letIn(ip, {})).toBe(3)
    expect(await letIn(ip, { 'x-store-key': scoped.key, 'x-buyer-ip': ownAddress() })).toBe(left)
  })

  it('spends one budget for a shopper over both interfaces', async () => {
    const headers = { 'x-store-key': key, 'x-buyer-ip': '203.0.113.3' }
    for (let call = 0; call < 3; call += 1) await graphql(shop, store.subdomain, '{ store { name } }', {}, { headers })
    expect(await letIn('198.51.100.9', headers)).toBe(0)
  })

  it.each([
    ['no key', () => ({})],
    ['a wrong key', () => ({ 'x-store-key': `sk_${'x'.repeat(43)}` })],
    ['what is no key', () => ({ 'x-store-key': 'x' })],
  ])('is one client with %s, whoever it names', async (name, headers) => {
    const ip = `198.51.100.${10 + name.length}`
    let calls = 0
    while (calls < 10) {
      const answer = await rest(shop, 'GET', `/api/sites/${store.subdomain}/products`, undefined, {
        ip,
        headers: { ...headers(), 'x-buyer-ip': `203.0.113.${calls}` },
      })
      if (answer.status === 429) break
      calls += 1
    }
    expect(calls).toBe(3)
  })

  it('is one client with another store’s key, or when it names no address', async () => {
    const other = await shop.addStore()
    expect(await letIn('198.51.100.60', { 'x-store-key': key, 'x-buyer-ip': '203.0.113.60' }, other.subdomain)).toBe(3)
    expect(await letIn('198.51.100.60', { 'x-store-key': key, 'x-buyer-ip': '203.0.113.61' }, other.subdomain)).toBe(0)
    expect(await letIn('198.51.100.61', { 'x-store-key': key, 'x-buyer-ip': 'nobody' })).toBe(3)
    expect(await letIn('198.51.100.61', { 'x-store-key': key, 'x-buyer-ip': '' })).toBe(0)
  })

  it('is one client from the moment its key is revoked', async () => {
    await revokeOwnerKey(shop.services, store.id, keyId)
    const named = (ip: string) => ({ 'x-store-key': key, 'x-buyer-ip': ip })
    expect(await letIn('198.51.100.70', named('203.0.113.70'))).toBe(3)
    expect(await letIn('198.51.100.70', named('203.0.113.71'))).toBe(0)
  })
})
