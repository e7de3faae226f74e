import { describe, expect, it } from 'vitest'
import { browserOf } from '../console/browser.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { ask, asNew, invite, linkTo, newPacker, openInvitingShop } from './members.ts'
import { logInAs, memberInBrowser, ownerInBrowser } from './people.ts'

const shop = await forAllTests(openInvitingShop())
const { prisma } = shop.database
const LAST = ['The store would have no owner left. Make somebody else an owner first.', 'LAST_OWNER']
const BEYOND = ['Nobody can give, change or take a role that may do more than their own.', 'MISSING_SCOPE']
const NO_ROLE = ['You have no role in this store.', 'MISSING_SCOPE']

const change = (id: string, role: string, money = false) =>
  `mutation { changeMember(id: "${id}", role: ${role}, money: ${money}) { role money } }`
const remove = (id: string) => `mutation { removeMember(id: "${id}") }`

async function leave(browser: Parameters<typeof ask>[0], subdomain: string) {
  const query = `mutation { leaveStore(store: "${subdomain}") }`
  const { body } = await browser.send('POST', '/api/console/graphql', { query })
  const [error] = body.errors ?? []
  return error ? [error.message, error.extensions.reason] : body.data
}

async function storeWith(...roles: Parameters<typeof memberInBrowser>[1]['role'][]) {
  const owner = await ownerInBrowser(shop)
  const members: (Awaited<ReturnType<typeof memberInBrowser>> & { id: string })[] = []
  for (const role of roles) {
    const member = await memberInBrowser(shop, { storeId: owner.store.id, role })
    members.push({ ...member, id: member.person.id })
  }
  const member = (at: number) => {
    const found = members[at]
    if (!found) throw new Error(`There is no member ${at}`)
    return found
  }
  return { ...owner, subdomain: owner.store.subdomain, member }
}

describe('Members', () => {
  it('are listed with what they are, and whether one may change them', async () => {
    const { browser, subdomain, email, member } = await storeWith('MANAGER', 'ORDERS')
    const query = '{ members { name email emailConfirmed role money since mayChange } }'
    const seen = async (of: typeof browser) => ((await ask(of, subdomain, query)) as any).members
    const [asha, manager, packer] = await seen(browser)
    expect(asha).toEqual({
      ...{ name: 'Asha', email, emailConfirmed: false, role: 'OWNER', money: true, mayChange: true },
      since: expect.any(String),
    })
    expect([manager.role, packer.role]).toEqual(['MANAGER', 'ORDERS'])
    expect((await seen(member(0).browser)).map(({ mayChange }: any) => mayChange)).toEqual([false, true, true])
    expect((await ask(member(1).browser, subdomain, query))[0]).toBe('Your role in this store does not allow this.')
  })

  it('are changed and removed, which counts at their next request, and stands in History with their name', async () => {
    const { browser, subdomain, member } = await storeWith('ORDERS')
    const { person, browser: packers } = member(0)
    const orders = '{ orders(first: 1) { totalCount } }'
    expect(await ask(packers, subdomain, orders)).toEqual({ orders: { totalCount: 0 } })
    expect(await ask(browser, subdomain, change(person.id, 'CATALOGUE', true))).toEqual({
      changeMember: { role: 'CATALOGUE', money: true },
    })
    expect((await ask(packers, subdomain, orders))[0]).toBe('Your role in this store does not allow this.')
    expect(await ask(browser, subdomain, remove(person.id))).toEqual({ removeMember: true })
    expect(await ask(packers, subdomain, orders)).toEqual(NO_ROLE)
    expect(await ask(browser, subdomain, remove(person.id))).toEqual([
      'There is no such person in this store.',
      undefined,
    ])
    const query = '{ changes(first: 2) { nodes { actor action subject { kind name } fields { name from to } } } }'
    const { nodes } = ((await ask(browser, subdomain, query)) as any).changes
    const subject = { kind: 'MEMBER', name: person.name }
    expect(nodes).toEqual([
      { actor: 'person: Asha', action: 'DELETED', subject, fields: [] },
      {
        ...{ actor: 'person: Asha', action: 'CHANGED', subject },
        fields: [
          { name: 'role', from: 'ORDERS', to: 'CATALOGUE' },
          { name: 'money', from: 'false', to: 'true' },
        ],
      },
    ])
  })

  it('are named by History also after they left', async () => {
    const { browser, subdomain, member } = await storeWith('MANAGER')
    const manager = member(0)
    const { version } = await prisma.store.findUniqueOrThrow({ where: { subdomain } })
    const mutation = `mutation { updateStore(version: ${version}, input: { businessName: "New name" }) { businessName } }`
    expect(await ask(manager.browser, subdomain, mutation)).toMatchObject({
      updateStore: { businessName: 'New name' },
    })
    expect(await leave(manager.browser, subdomain)).toEqual({ leaveStore: true })
    expect(await leave(manager.browser, subdomain)).toEqual([NO_ROLE[0], undefined])
    expect(await leave(manager.browser, 'no-such-store')).toEqual([NO_ROLE[0], undefined])
    const { nodes } = ((await ask(browser, subdomain, '{ changes(first: 2) { nodes { actor action } } }')) as any)
      .changes
    expect(nodes).toEqual([
      { actor: `person: ${manager.person.name}`, action: 'DELETED' },
      { actor: `person: ${manager.person.name}`, action: 'CHANGED' },
    ])
  })
})

describe('Nobody gives, changes or takes what they do not have', () => {
  it('a manager', async () => {
    const { browser, subdomain, personId, member } = await storeWith('MANAGER', 'OWNER', 'ORDERS', 'ACCOUNTANT')
    const [manager, second, packer, accountant] = [member(0), member(1), member(2), member(3)] as const
    const as = (query: string) => ask(manager.browser, subdomain, query)
    for (const id of [personId, second.id]) {
      expect(await as(change(id, 'ORDERS'))).toEqual(BEYOND)
      expect(await as(remove(id))).toEqual(BEYOND)
    }
    for (const given of [change(packer.id, 'OWNER'), change(packer.id, 'ORDERS', true), change(manager.id, 'OWNER')]) {
      expect(await as(given)).toEqual(BEYOND)
    }
    const email = 'ravi@example.com'
    for (const given of [{ role: 'OWNER' as const }, { role: 'ORDERS' as const, money: true }]) {
      expect((await invite(manager.browser, subdomain, { email, ...given })).error.message).toBe(BEYOND[0])
    }
    // An owner's invitation is not a manager's to replace or end.
    await linkTo(shop, browser, subdomain, { email, role: 'OWNER' })
    expect((await invite(manager.browser, subdomain, { email, role: 'ORDERS' })).error.message).toBe(BEYOND[0])
    const { invitations } = (await as('{ invitations { id mayRevoke } }')) as any
    expect(invitations).toEqual([{ id: expect.any(String), mayRevoke: false }])
    expect(await as(`mutation { revokeInvitation(id: "${invitations[0].id}") }`)).toEqual(BEYOND)
    // What a manager has as well.
    expect(await as(change(accountant.id, 'CATALOGUE'))).toEqual({ changeMember: { role: 'CATALOGUE', money: false } })
    await ask(browser, subdomain, change(packer.id, 'ORDERS', true))
    expect(await as(remove(packer.id))).toEqual(BEYOND)
  })

  it('a key with settings alone, which has no role to give; one that may do everything is as good as an owner', async () => {
    const { browser, subdomain, member } = await storeWith('ORDERS')
    const packer = member(0)
    const keyOf = async (scopes: string) => {
      const mutation = `mutation { createKey(name: "x"${scopes}) { key } }`
      const { key } = ((await ask(browser, subdomain, mutation)) as any).createKey
      shop.secrets.add(key)
      const own = browserOf(shop)
      await own.logIn(subdomain, key)
      return own
    }
    const settings = await keyOf(', scopes: [SETTINGS]')
    expect((await invite(settings, subdomain, { email: 'x@example.com' })).error.message).toBe(BEYOND[0])
    expect(await ask(settings, subdomain, remove(packer.person.id))).toEqual(BEYOND)
    const unlimited = await keyOf('')
    expect((await invite(unlimited, subdomain, { email: 'x@example.com', role: 'OWNER' })).made.token).toBeTruthy()
    const reading = await keyOf(', scopes: [READ]')
    expect((await ask(reading, subdomain, '{ members { id } }'))[1]).toBe('MISSING_SCOPE')
  })

  it('a person of another store', async () => {
    const [one, two] = [await storeWith('ORDERS'), await storeWith()]
    const id = one.member(0).person.id
    expect(await ask(two.browser, two.subdomain, remove(id))).toEqual([
      'There is no such person in this store.',
      undefined,
    ])
    expect((await ask(two.browser, two.subdomain, change(id, 'ORDERS')))[0]).toBe(
      'There is no such person in this store.',
    )
    const { made } = await invite(one.browser, one.subdomain, { email: 'x@example.com' })
    const revoke = `mutation { revokeInvitation(id: "${made.invitation.id}") }`
    expect(await ask(two.browser, two.subdomain, revoke)).toEqual(['Invitation not found', undefined])
    for (const query of [remove(id), change(id, 'ORDERS'), revoke, '{ members { id } }', '{ invitations { id } }']) {
      expect(await ask(two.browser, one.subdomain, query)).toEqual(NO_ROLE)
    }
    for (const wrong of ['x', '00000000-0000-0000-0000-000000000000']) {
      expect((await ask(one.browser, one.subdomain, remove(wrong)))[0]).toBe('There is no such person in this store.')
    }
  })
})

describe('The last owner', () => {
  it('cannot leave, be removed or be lowered', async () => {
    const { browser, subdomain, personId, member } = await storeWith('MANAGER')
    expect(await leave(browser, subdomain)).toEqual(LAST)
    expect(await ask(browser, subdomain, remove(personId))).toEqual(LAST)
    expect(await ask(browser, subdomain, change(personId, 'MANAGER', true))).toEqual(LAST)
    expect(await ask(browser, subdomain, change(personId, 'OWNER'))).toEqual({
      changeMember: { role: 'OWNER', money: true },
    })
    await ask(browser, subdomain, change(member(0).person.id, 'OWNER'))
    expect(await leave(browser, subdomain)).toEqual({ leaveStore: true })
    expect(await leave(member(0).browser, subdomain)).toEqual(LAST)
  })

  it('is one of two who leave, or lower each other, at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { browser, subdomain, member, store } = await storeWith('OWNER')
      const answers = await Promise.all([leave(browser, subdomain), leave(member(0).browser, subdomain)])
      expect(answers.filter((answer) => !Array.isArray(answer))).toEqual([{ leaveStore: true }])
      expect(answers).toContainEqual(LAST)
      expect(await prisma.membership.count({ where: { ofStore: store.id, role: 'OWNER' } })).toBe(1)
    }
    const { browser, subdomain, personId, member, store } = await storeWith('OWNER')
    const second = member(0)
    const answers = await Promise.all([
      ask(browser, subdomain, change(second.person.id, 'ORDERS')),
      ask(second.browser, subdomain, change(personId, 'ORDERS')),
    ])
    expect(answers.filter((answer) => !Array.isArray(answer))).toHaveLength(1)
    expect(await prisma.membership.count({ where: { ofStore: store.id, role: 'OWNER' } })).toBe(1)
  })

  it('is nobody who cannot log in any more', async () => {
    const { browser, subdomain, member } = await storeWith('OWNER')
    const { id } = member(0).person
    await prisma.person.update({ where: { id }, data: { email: `${id}@address-taken.invalid` } })
    expect(await leave(browser, subdomain)).toEqual(LAST)
  })
})

it('two hundred people can work for a store, with those who are invited', async () => {
  const { browser, subdomain, store } = await storeWith()
  const createdAt = new Date()
  const expiresAt = new Date(Date.now() + 60_000)
  await prisma.invitation.createMany({
    data: Array.from({ length: 198 }, (_, at) => ({
      ...{ ofStore: store.id, email: `invited${at}@example.com`, role: 'ORDERS' as const, way: 'LINK' as const },
      ...{ invitedBy: 'operator', createdAt, expiresAt },
    })),
  })
  const { id } = await newPacker(shop, browser, subdomain, { email: 'last@example.com' })
  const { error } = await invite(browser, subdomain, { email: 'one-more@example.com' })
  expect([error.message, error.extensions.reason]).toEqual([
    'At most 200 people can work for a store, with those who are invited. Remove somebody first.',
    'LIMIT_REACHED',
  ])
  await ask(browser, subdomain, remove(id))
  expect((await invite(browser, subdomain, { email: 'one-more@example.com' })).error).toBeNull()
  expect((await logInAs(browserOf(shop), 'last@example.com', asNew.password)).status).toBe(201)
})
