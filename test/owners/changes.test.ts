import { describe, expect, it } from 'vitest'
import { importStock } from '../../src/commerce/catalog/stock/import-stock.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { productIdOf } from '../support/buying.ts'
import { ownerOf, postAsOwner } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))

const CHANGES = `query ($subject: ChangeSubjectInput, $first: Int, $after: String) {
  changes(subject: $subject, first: $first, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { actor action detail subject { kind id name } fields { name from to hasValues } }
  }
}`

async function open() {
  const store = await shop.addStore({
    store: { payments: { provider: 'sandbox' }, shipping: { fee: 50 } },
    products: [
      { slug: 'tea', name: 'Tea', price: 100, stock: 5, sku: 'TEA' },
      {
        slug: 'sized',
        name: 'Sencha',
        price: 100,
        variants: [
          { options: { size: '50g' }, stock: 5 },
          { options: { size: '250g' }, price: 450 },
        ],
      },
    ],
  })
  const owner = await ownerOf(shop, store)
  const changes = async (subject?: object) => (await owner.ask(CHANGES, { subject })).changes.nodes
  return { store, owner, changes, last: async () => (await changes())[0] }
}

/** Fields in words: `price: 100 → 120`. */
const inWords = ({ fields }: { fields: any[] }): string[] =>
  fields.map(({ name, from, to, hasValues }) => (hasValues ? `${name}: ${from} → ${to}` : name)).toSorted()

describe('the history of a store', () => {
  it('names the key, the settings and their values, old and new', async () => {
    const { store, owner, last } = await open()
    const chat = { enabled: true, context: 'x'.repeat(300), services: [{ name: 'Wrapping' }] }
    await owner.ask('mutation ($input: StoreInput!) { updateStore(input: $input, version: 1) { version } }', {
      input: { businessName: 'New Tea', shipping: { fee: 60.5, freeFrom: 999 }, tax: { rate: 18 }, chat },
    })
    const change = await last()
    expect(change).toMatchObject({
      actor: 'owner: test',
      action: 'CHANGED',
      detail: '',
      subject: { kind: 'SETTINGS', id: null, name: '' },
    })
    expect(inWords(change)).toEqual([
      `businessName: ${store.businessName} → New Tea`,
      `chat.context:  → ${'x'.repeat(200)}…`,
      'chat.enabled: false → true',
      'chat.services',
      'shipping.fee: 50 → 60.5',
      'shipping.freeFrom: null → 999',
      'tax.rate: 0% → 18%',
    ])
  })

  it('never has a password, nor the secret of an account or a webhook', async () => {
    const { owner, store, changes } = await open()
    await owner.ask('mutation { setAccessPassword(password: "letmein", protection: SITE) { protected } }')
    const account = { provider: 'RAZORPAY', keyId: 'rzp_1', keySecret: 'secret-one', webhookSecret: 'secret-two' }
    const set = (input: object | null) =>
      owner.ask('mutation ($input: PaymentsInput) { setPayments(input: $input) }', { input })
    const before = await owner.ask('{ store { payments { keyId } } }')
    await set(account)
    await set({ ...account, keySecret: 'secret-three' })
    await set(null)
    const { createWebhook } = await owner.ask(
      'mutation { createWebhook(input: { url: "https://hooks.example/T0/secret-four" }) { secret webhook { id } } }',
    )
    const { id } = createWebhook.webhook
    await owner.ask(
      `mutation { updateWebhook(id: "${id}", version: 1, input: { url: "https://hooks.example/secret-five", active: false }) { id } }`,
    )
    await owner.ask(`mutation { rotateWebhookSecret(id: "${id}") { secret } }`)
    await owner.ask(`mutation { deleteWebhook(id: "${id}") { id } }`)

    const all = await changes()
    expect(all.slice(0, 8).map((change: any) => [change.subject.kind, change.action, ...inWords(change)])).toEqual([
      ['WEBHOOK', 'DELETED'],
      ['WEBHOOK', 'CHANGED', 'secret'],
      ['WEBHOOK', 'CHANGED', 'active: true → false', 'url'],
      ['WEBHOOK', 'CREATED'],
      ['PAYMENT_ACCOUNT', 'DELETED'],
      ['PAYMENT_ACCOUNT', 'CHANGED', 'keySecret'],
      [
        'PAYMENT_ACCOUNT',
        'CHANGED',
        `keyId: ${before.store.payments.keyId} → rzp_1`,
        'keySecret',
        'provider: SANDBOX → RAZORPAY',
        'webhookSecret',
      ],
      ['SETTINGS', 'CHANGED', 'password', 'protection: HINT → SITE'],
    ])
    expect(all[0].subject).toEqual({ kind: 'WEBHOOK', id, name: 'https://hooks.example' })
    const rows = JSON.stringify(await shop.database.prisma.change.findMany({ where: { storeId: store.id } }))
    for (const secret of ['letmein', 'secret-', createWebhook.secret, '$2']) expect(rows).not.toContain(secret)
  })

  it('has what was done to a product, its variants and its stock, and nothing that changed nothing', async () => {
    const { owner, store, changes } = await open()
    const id = await productIdOf(shop, store, 'sized')
    const UPSERT = 'mutation ($input: ProductInput!) { upsertProduct(input: $input) { id version variants { id } } }'
    const variants = [
      { options: [{ name: 'size', value: '250g' }], price: 400, salePrice: 350.5 },
      { options: [{ name: 'size', value: '1kg' }], price: 900, stock: 2 },
    ]
    const input = { id, version: 1, description: 'Green', images: ['https://images.example.com/a.jpg'], variants }
    const { upsertProduct } = await owner.ask(UPSERT, { input })
    await owner.ask(UPSERT, { input: { id, version: upsertProduct.version, description: 'Green' } })
    const variantId = upsertProduct.variants[1].id
    await owner.ask(`mutation { changeStock(productId: "${id}", variantId: "${variantId}", by: 3) { id } }`)
    await owner.ask(`mutation { changeStock(productId: "${id}", variantId: "${variantId}", by: 0) { id } }`)
    const tea = await productIdOf(shop, store, 'tea')
    await owner.ask(`mutation { setStock(productId: "${tea}", stock: null, basedOn: 5) { id } }`)
    await owner.refused(`mutation { setStock(productId: "${tea}", stock: 1, basedOn: 4) { id } }`)
    for (let at = 0; at < 2; at += 1) await owner.ask(`mutation { archiveProduct(id: "${tea}") { id } }`)
    const created = await owner.ask(UPSERT, { input: { name: 'Cup', price: 10 } })

    expect((await changes({ kind: 'PRODUCT', id })).map(inWords)).toEqual([
      ['stock (size: 1kg): 2 → 5'],
      [
        'description:  → Green',
        'images',
        'price (size: 250g): 450 → 400',
        'salePrice (size: 250g): null → 350.5',
        'variant: null → size: 1kg',
        'variant: size: 50g → null',
      ],
    ])
    expect((await changes({ kind: 'PRODUCT', id: tea })).map(inWords)).toEqual([
      ['active: true → false'],
      ['stock: 5 → null'],
    ])
    expect((await changes({ kind: 'PRODUCT' }))[0]).toMatchObject({
      action: 'CREATED',
      subject: { kind: 'PRODUCT', id: created.upsertProduct.id, name: 'Cup' },
    })
  })

  it('has one entry for an import of several transactions, with its counts', async () => {
    const { owner, store, changes } = await open()
    const rows = Array.from({ length: 250 }, (_, at) => ({ name: `Tea ${at}`, price: 10 }))
    const IMPORT = `mutation ($rows: [ProductRowInput!]!, $dryRun: Boolean) {
      importProducts(rows: $rows, dryRun: $dryRun) { imported }
    }`
    await owner.ask(IMPORT, { rows, dryRun: true })
    await owner.ask(IMPORT, { rows })
    await owner.ask(IMPORT, { rows: [{ slug: 'tea', price: 120 }, ...rows] })
    await owner.ask(IMPORT, { rows })
    const file = await shop.app.inject({
      method: 'POST',
      url: `/api/sites/${store.subdomain}/owner/import/products.csv`,
      headers: { authorization: `Bearer ${owner.key}`, 'content-type': 'text/csv' },
      payload: 'name,price\nMug,12\n',
    })
    expect(file.json()).toMatchObject({ imported: true })
    await importStock(shop.services, store, [{ line: 2, sku: 'TEA', stock: 9 }])
    const imports = (await changes({ kind: 'PRODUCT' })).map(({ actor, action, detail, subject }: any) => [
      ...[actor, action, detail, subject.id],
    ])
    expect(imports).toEqual([
      ['operator', 'IMPORTED', 'stock of 1 products or variants set', null],
      ['owner: test', 'IMPORTED', '1 products added, 0 changed', null],
      ['owner: test', 'IMPORTED', '0 products added, 1 changed', null],
      ['owner: test', 'IMPORTED', '250 products added, 0 changed', null],
    ])
  })

  it('has discounts, zones, payment methods, mail templates and keys', async () => {
    const { owner, changes } = await open()
    const UPSERT = 'mutation ($input: DiscountInput!) { upsertDiscount(input: $input) { version } }'
    await owner.ask(UPSERT, { input: { code: 'ten', type: 'PERCENT', value: 10 } })
    await owner.ask(UPSERT, { input: { code: 'TEN', version: 1, value: 12.5, usageLimit: 3 } })
    const ZONE = 'mutation ($input: ShippingZoneInput!) { upsertShippingZone(input: $input) { version } }'
    const method = { code: 'bike', name: 'Bike', tiers: [{ from: 0, fee: 20 }] }
    await owner.ask(ZONE, { input: { code: 'near', name: 'Near', methods: [method] } })
    await owner.ask(ZONE, { input: { code: 'near', version: 1, methods: [{ ...method, name: 'Cargo bike' }] } })
    await owner.ask('mutation { setPostalCodes(zone: "near", add: ["560001"]) { version } }')
    await owner.ask('mutation { deleteShippingZone(code: "near", version: 3) { code } }')
    const METHOD = 'mutation ($input: PaymentMethodInput!) { upsertPaymentMethod(input: $input) { version } }'
    await owner.ask(METHOD, { input: { code: 'cash', name: 'Cash', kind: 'COD' } })
    await owner.ask(METHOD, { input: { code: 'cash', version: 1, fee: 5.5 } })
    const TEMPLATE = 'mutation ($body: String) { setMailTemplate(name: NEW_ORDER, body: $body) { isOwn } }'
    for (const body of ['Hello', 'Hello', null]) await owner.ask(TEMPLATE, { body })
    const { createKey } = await owner.ask('mutation { createKey(name: "Till", scopes: [ORDERS]) { ownerKey { id } } }')
    for (let at = 0; at < 2; at += 1) {
      await owner.ask(`mutation { revokeKey(id: "${createKey.ownerKey.id}") { id } }`)
    }

    const shown = (await changes())
      .slice(0, 13)
      .map((change: any) => [change.subject.kind, change.subject.id, change.action, ...inWords(change)].join(' | '))
    expect(shown).toEqual([
      `KEY | ${createKey.ownerKey.id} | DELETED`,
      `KEY | ${createKey.ownerKey.id} | CREATED`,
      'MAIL_TEMPLATE | NEW_ORDER | CHANGED | body: Hello → null',
      'MAIL_TEMPLATE | NEW_ORDER | CHANGED | body: null → Hello',
      'PAYMENT_METHOD | cash | CHANGED | fee: 0 → 5.5',
      'PAYMENT_METHOD | cash | CREATED',
      'SHIPPING_ZONE | near | DELETED',
      'SHIPPING_ZONE | near | CHANGED | postalCodes',
      'SHIPPING_ZONE | near | CHANGED | method bike: name: Bike → Cargo bike',
      'SHIPPING_ZONE | near | CREATED',
      'DISCOUNT | TEN | CHANGED | percent: 10% → 12.5% | usageLimit: null → 3',
      'DISCOUNT | TEN | CREATED',
      `KEY | ${owner.keyId} | CREATED`,
    ])
    expect((await changes({ kind: 'KEY' })).map(({ actor, detail }: any) => [actor, detail])).toEqual([
      ['owner: test', ''],
      ['owner: test', 'orders'],
      ['operator', 'everything'],
    ])
  })

  it('says how values are to be read; the step of a fee by weight is in grams', async () => {
    const { owner } = await open()
    const ZONE = 'mutation ($input: ShippingZoneInput!) { upsertShippingZone(input: $input) { version } }'
    const method = { code: 'bike', name: 'Bike', basis: 'WEIGHT', tiers: [{ from: 0, fee: 20 }], step: 500, stepFee: 5 }
    await owner.ask(ZONE, { input: { code: 'near', name: 'Near', methods: [method] } })
    const changed = { code: 'bike', name: 'Van', step: 750, stepFee: 7.5, active: false, minDays: 2 }
    await owner.ask(ZONE, { input: { code: 'near', version: 1, methods: [changed] } })
    const { changes } = await owner.ask('{ changes(first: 1) { nodes { fields { name from to type } } } }')
    const fields = changes.nodes[0].fields.map(({ name, from, to, type }: any) => [name, from, to, type].join(' '))
    expect(fields.toSorted()).toEqual([
      'method bike: active true false FLAG',
      'method bike: minDays  2 NUMBER',
      'method bike: name Bike Van TEXT',
      'method bike: step 500 750 NUMBER',
      'method bike: stepFee 5 7.5 AMOUNT',
    ])
  })

  it('says what a bundle has changed, and by whom it was imported', async () => {
    const { changes } = await open()
    expect((await changes()).at(-1)).toMatchObject({
      ...{ actor: 'operator', action: 'IMPORTED', fields: [] },
      ...{ subject: { kind: 'SETTINGS', id: null }, detail: 'products: 2 created, 0 updated' },
    })
  })

  it('has nothing of a change that was refused, or lost a race', async () => {
    const { owner, changes } = await open()
    const UPDATE = 'mutation ($name: String!) { updateStore(input: { businessName: $name }, version: 1) { version } }'
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => owner.post(UPDATE, { name })))
    expect(answers.filter(({ body }) => !body.errors)).toHaveLength(1)
    expect((await changes({ kind: 'SETTINGS' })).filter(({ action }: any) => action === 'CHANGED')).toHaveLength(1)
  })

  it('is read in pages, and by a key with its scope', async () => {
    const { owner, store } = await open()
    const page = async (variables: object) => (await owner.ask(CHANGES, variables)).changes
    for (let at = 0; at < 3; at += 1) await owner.ask(`mutation { createKey(name: "key ${at}") { key } }`)
    const first = await page({ first: 2 })
    expect(first).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } })
    const next = await page({ first: 100, after: first.pageInfo.endCursor })
    expect([...first.nodes, ...next.nodes].map(({ subject }: any) => subject.name)).toEqual([
      ...['key 2', 'key 1', 'key 0', 'test', ''],
    ])
    expect(await owner.refused(CHANGES, { subject: { kind: 'PRODUCT', id: 'a\0b' } })).toEqual({
      code: 'BAD_USER_INPUT',
      message: 'id contains characters that cannot be stored',
    })
    const { key } = await createOwnerKey(shop.services, store.id, 'Screen', ['read'])
    const read = (subject?: object) => postAsOwner(shop, store.subdomain, key, CHANGES, { subject })
    const seen = (await read()).body.data.changes
    expect(seen.totalCount).toBe(1)
    expect(seen.nodes.map(({ subject }: any) => subject.kind)).toEqual(['SETTINGS'])
    for (const kind of ['KEY', 'WEBHOOK', 'PAYMENT_ACCOUNT']) {
      expect((await read({ kind })).body.errors).toMatchObject([
        { message: 'This key does not have the scope "settings".', extensions: { code: 'FORBIDDEN' } },
      ])
    }
  })
})
