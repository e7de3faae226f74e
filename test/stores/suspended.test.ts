import { beforeEach, describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { createStoreDirectory } from '../../src/commerce/stores/store-directory.ts'
import { suspendStore } from '../../src/commerce/stores/suspend-store.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { browserOf } from '../console/browser.ts'
import { buyer, dataOf, notify, orderRow, paidNotice, productIdOf, razorpay, receiptOf } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { ownerOf } from '../support/owner.ts'
import { type PublicRequest, publicRequests } from '../support/public-requests.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ paymentsUrl: provider.url, limitsOff: true }))

const bundle = (more: object = {}) => ({
  store: { payments: razorpay, ...more },
  products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 10 }],
})
let store: Store
const suspend = (isSuspended = true, of: Pick<Store, 'id' | 'subdomain'> = store) =>
  suspendStore({ services: shop.services, store: of }, isSuspended)
beforeEach(async () => {
  store = await shop.addStore(bundle())
})

describe.each(interfaces)('shoppers of a suspended store, over %s', (by) => {
  it('find nothing at once, and everything again when it is resumed', async () => {
    const client = clientOf(shop, store.subdomain, by)
    await dataOf(client.products())
    await suspend()
    const gone = { status: 404, error: 'Site not found' }
    expect(await client.products()).toMatchObject(gone)
    expect(await client.subscribe({ email: 'a@example.com' })).toMatchObject({ status: 404 })
    expect(await client.trackOrder({ orderNo: 'ORD-0000000000', phone: '9876543210' })).toMatchObject({ status: 404 })
    await suspend(false)
    expect(await client.products()).toHaveProperty('data')
  })

  it('cannot check out what they have in the cart', async () => {
    const client = clientOf(shop, store.subdomain, by)
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }]
    await suspend()
    expect(await client.checkout({ items, buyer })).toMatchObject({ status: 404 })
    expect(await shop.database.prisma.order.count({ where: { storeId: store.id } })).toBe(0)
  })
})

it('every public address answers what it does for an inactive store, also what was cached', async () => {
  const inactive = await shop.addStore(bundle({ active: false }))
  const id = await productIdOf(shop, store, 'tea')
  const named = { id, slug: 'tea', category: 'Tea' }
  const { subdomain } = store
  const requests = [
    ...Object.values(publicRequests('STORE', named)),
    ...['', '/products/tea', '/search', '/cart', '/sitemap.xml', '/pages/terms', '/old', '/contact'].map((path) => ({
      method: 'GET' as const,
      url: `/shop/STORE${path}`,
    })),
  ]
  const answer = async (name: string, { method, url, payload }: PublicRequest) => {
    const sent = { method, url: url.replaceAll('STORE', name), ...(payload && { payload }) }
    const { statusCode, headers, body } = await shop.app.inject(sent)
    return { url, statusCode, code: headers['error-code'], kept: headers['cache-control'], body }
  }
  for (const request of requests) await answer(subdomain, request)
  await suspend()
  for (const request of requests) {
    const expected = await answer(inactive.subdomain, request)
    const body = expected.body.replaceAll(inactive.subdomain, subdomain)
    expect(await answer(subdomain, request)).toEqual({ ...expected, body })
  }
})

describe('what goes on', () => {
  it('settlement of what was bought, by the buyer and by the provider', async () => {
    const client = clientOf(shop, store.subdomain, 'REST')
    const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2 }]
    const placed = [await dataOf(client.checkout({ items, buyer })), await dataOf(client.checkout({ items, buyer }))]
    await suspend()
    const [one, other] = placed.map(({ providerOrderId }) => provider.pay(providerOrderId))
    expect(await client.verify(receiptOf(one as never))).toEqual({ data: { success: true } })
    expect(await notify(shop, store.subdomain, paidNotice(other as never))).toMatchObject({ status: 200 })
    for (const { orderNo } of placed) expect((await orderRow(shop, store, orderNo)).status).toBe('CONFIRMED')
  })

  it('the owner reads, changes and exports, and no field of theirs resumes it', async () => {
    await suspend()
    const owner = await ownerOf(shop, store)
    const { store: seen } = await owner.ask('{ store { active suspendedAt version } }')
    expect(seen).toMatchObject({ active: true, suspendedAt: expect.stringMatching(/^\d{4}-/) })
    for (const active of [false, true]) {
      const { store: now } = await owner.ask('{ store { version } }')
      await owner.ask(
        'mutation ($input: StoreInput!, $version: Int!) { updateStore(input: $input, version: $version) { active } }',
        { input: { active }, version: now.version },
      )
    }
    await shop.services.stores.forget(store.subdomain)
    expect(await clientOf(shop, store.subdomain, 'REST').products()).toMatchObject({ status: 404 })
    const { key } = await createOwnerKey(shop.services, store.id, 'till', null)
    shop.secrets.add(key)
    const exported = await shop.app.inject({
      url: `/api/sites/${store.subdomain}/owner/export/products.csv`,
      headers: { authorization: `Bearer ${key}` },
    })
    expect([exported.statusCode, exported.body]).toEqual([200, expect.stringContaining('Tea')])
  })

  it('the console, which says that it is suspended', async () => {
    const { key } = await createOwnerKey(shop.services, store.id, 'till', null)
    shop.secrets.add(key)
    const browser = browserOf(shop)
    expect((await browser.logIn(store.subdomain, key)).body).toMatchObject({ suspended: false })
    await suspend()
    expect((await browser.sessions()).body.sessions).toMatchObject([{ store: store.subdomain, suspended: true }])
    expect(
      (await browser.graphql(store.subdomain, '{ products { nodes { name } } }')).body.data.products.nodes,
    ).toEqual([{ name: 'Tea' }])
  })
})

describe('suspending', () => {
  it('stands in the history once, however often it is done', async () => {
    const at = (await suspend()).suspendedAt
    expect((await suspend()).suspendedAt).toEqual(at)
    await suspend(false)
    await suspend(false)
    const { changes } = await (await ownerOf(shop, store)).ask(
      '{ changes { nodes { actor action subject { kind } fields { name from to } } } }',
    )
    const change = { actor: 'operator', action: 'CHANGED', subject: { kind: 'SETTINGS' } }
    expect(changes.nodes.filter(({ fields }: any) => fields[0]?.name === 'suspended')).toEqual([
      { ...change, fields: [{ name: 'suspended', from: 'true', to: 'false' }] },
      { ...change, fields: [{ name: 'suspended', from: 'false', to: 'true' }] },
    ])
  })

  it('is seen by another process within a second', async () => {
    const elsewhere = createStoreDirectory(shop.database.prisma)
    expect((await elsewhere.find(store.subdomain))?.suspendedAt).toBeNull()
    await suspend()
    await expect
      .poll(async () => (await elsewhere.find(store.subdomain))?.suspendedAt ?? null, { timeout: 3_000 })
      .not.toBeNull()
  })

  it('keeps an inactive store inactive when it is resumed', async () => {
    const inactive = await shop.addStore(bundle({ active: false }))
    await suspend(true, inactive)
    await suspend(false, inactive)
    expect(await clientOf(shop, inactive.subdomain, 'REST').products()).toMatchObject({ status: 404 })
  })
})
