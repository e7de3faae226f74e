import { beforeEach, describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import { openStore } from '../../src/commerce/opening/open-store.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { fullCaller, type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { termsPage } from './opening.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const bare = { store: { open: false, ownerEmail: null } }
let store: Store
let owner: Owner
beforeEach(async () => {
  store = await shop.addStore(bare)
  owner = await ownerOf(shop, store)
})
const row = () => shop.database.prisma.store.findUniqueOrThrow({ where: { id: store.id } })
const again = (settings: object) => shop.addStore({ store: { subdomain: store.subdomain, ...settings } })
const OPEN = 'mutation { openStore { openedAt missingForOpening { what isNeeded } } }'
const missing = async () =>
  (await owner.ask('{ store { missingForOpening { what isNeeded } } }')).store.missingForOpening.map(
    ({ what, isNeeded }: { what: string; isNeeded: boolean }) => (isNeeded ? `${what}!` : what),
  )

describe('opening', () => {
  it('is refused without terms and a way to be reached, and says what else is missing', async () => {
    expect(await missing()).toEqual(['TERMS!', 'CONTACT!', 'PRODUCTS', 'PAYMENTS', 'PRIVACY', 'REFUNDS', 'MAILS'])
    expect(await owner.refused(OPEN)).toEqual({
      code: 'BAD_USER_INPUT',
      message:
        'It cannot open yet. The shop has no published page with its terms. The shop has no email address at which shoppers reach you, and no published contact page.',
    })
    expect((await row()).openedAt).toBeNull()
    await shop.addStore({ store: { subdomain: store.subdomain }, pages: [{ ...termsPage, published: false }] })
    expect(await missing()).toContain('TERMS!')
    await shop.addStore({
      store: { subdomain: store.subdomain, ownerEmail: 'asha@example.com', payments: { provider: 'sandbox' } },
      products: [{ name: 'Tea', price: 5 }],
      pages: [termsPage, { slug: 'datenschutz', title: 'Datenschutz', markdown: 'x', published: true }],
    })
    expect(await missing()).toEqual(['PLAY_MONEY', 'REFUNDS', 'MAILS'])
    const { openStore: opened } = await owner.ask(OPEN)
    expect(opened).toMatchObject({ openedAt: expect.any(String), missingForOpening: expect.any(Array) })
    const { openedAt } = await row()
    expect(openedAt?.toISOString()).toBe(opened.openedAt)
    expect((await owner.ask(OPEN)).openStore.openedAt).toBe(opened.openedAt)
  })

  it('takes terms and contact that are linked, and a contact page in place of an address', async () => {
    await shop.addStore({
      store: {
        subdomain: store.subdomain,
        appearance: { links: [{ label: 'AGB', url: 'https://law.example/x' }] },
      },
      pages: [{ slug: 'impressum', title: 'Impressum', markdown: 'x', published: true }],
    })
    expect(await missing()).toEqual(['PRODUCTS', 'PAYMENTS', 'PRIVACY', 'REFUNDS', 'MAILS'])
  })

  it('and closing stand in the history once each, whoever clicks twice at once', async () => {
    await shop.addStore({ store: { subdomain: store.subdomain, replyTo: 'a@example.com' }, pages: [termsPage] })
    const scope = { services: shop.services, store, caller: fullCaller }
    const [one, two] = await Promise.all([openStore(scope), openStore(scope)])
    expect(two?.openedAt).toEqual(one?.openedAt)
    for (let times = 0; times < 2; times += 1) {
      expect((await owner.ask('mutation { closeStore { openedAt } }')).closeStore.openedAt).toBeNull()
    }
    const { nodes } = (await owner.ask('{ changes { nodes { fields { name from to } } } }')).changes
    const seen = nodes.flatMap(({ fields }: any) => fields).filter(({ name }: any) => name === 'openedAt')
    expect(seen).toEqual([
      { name: 'openedAt', from: one?.openedAt?.toISOString(), to: null },
      { name: 'openedAt', from: null, to: one?.openedAt?.toISOString() },
    ])
  })

  it('needs the scope for settings', async () => {
    const { createKey } = await owner.ask('mutation { createKey(name: "Till", scopes: [ORDERS]) { key } }')
    for (const field of ['openStore', 'closeStore']) {
      const { body } = await shopPost(createKey.key, `mutation { ${field} { openedAt } }`)
      expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
    }
  })
})

const shopPost = async (key: string, query: string) => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${store.subdomain}/owner/graphql`,
    headers: { authorization: `Bearer ${key}` },
    payload: { query },
  })
  return { body: answer.json() }
}

describe('a bundle', () => {
  const openedAt = async () => (await row()).openedAt

  it('that does not say so makes a store that is open, and leaves one as it is', async () => {
    expect((await shop.addStore()).openedAt).toBeInstanceOf(Date)
    await again({})
    expect(await openedAt()).toBeNull()
  })

  it('opens and closes a store, also without terms; one that is open has been so since its own day', async () => {
    await again({ open: true })
    const first = await openedAt()
    expect(first).toBeInstanceOf(Date)
    await again({ open: true })
    expect(await openedAt()).toEqual(first)
    expect((await exportBundle(shop.database.prisma, store.subdomain))?.store.open).toBe(true)
    await again({ open: false })
    expect(await openedAt()).toBeNull()
    expect((await exportBundle(shop.database.prisma, store.subdomain))?.store.open).toBe(false)
  })
})
