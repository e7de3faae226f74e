import { newSetUpCode } from '../../src/commerce/people/set-up-code.ts'
import { type Browser, browserOf, type Reply } from '../console/browser.ts'
import type { Shop } from '../support/shop.ts'

export const PASSWORD = 'a long enough secret'

let number = 0

/** What the page sends, with a code that is valid. */
export async function newSetUp(shop: Shop, changes: { shop?: object | undefined } & Record<string, unknown> = {}) {
  number += 1
  const { shop: shopChanges, ...rest } = changes
  const code = await newSetUpCode(shop.services)
  if (code) shop.secrets.add(code)
  const place = { name: `Leaf & Co ${number}`, subdomain: `leaf-${number}`, country: 'IN', ...shopChanges }
  return { code, email: `asha${number}@example.com`, password: PASSWORD, name: 'Asha', shop: place, ...rest }
}

/** As if nobody had ever set it up. */
export async function openAgain({ database: { prisma } }: Shop): Promise<void> {
  await prisma.installation.updateMany({ data: { setUpAt: null, codesTried: 0, codesTriedSince: null } })
}

export const postSetUp = (browser: Browser, body: unknown): Promise<Reply> =>
  browser.send('POST', '/api/console/set-up', body)

export const logInAs = (browser: Browser, email: string, password = PASSWORD): Promise<Reply> =>
  browser.send('POST', '/api/console/sessions', { email, password })

/** A browser in which an owner of a new store is logged in. */
export async function ownerInBrowser(shop: Shop, changes: Parameters<typeof newSetUp>[1] = {}) {
  await openAgain(shop)
  const browser = browserOf(shop)
  const sent = await newSetUp(shop, changes)
  const { status, body } = await postSetUp(browser, sent)
  if (status !== 201) throw new Error(JSON.stringify(body))
  const store = await shop.database.prisma.store.findUniqueOrThrow({ where: { subdomain: body.store.store } })
  return { browser, email: sent.email as string, personId: body.person.id as string, store, body }
}

/** Somebody with a role in a store, logged in in a browser of their own. */
export async function memberInBrowser(
  shop: Shop,
  {
    storeId,
    role,
    money = false,
  }: { storeId: string; role: 'OWNER' | 'MANAGER' | 'ORDERS' | 'CATALOGUE' | 'ACCOUNTANT'; money?: boolean },
) {
  const { prisma } = shop.database
  number += 1
  const email = `${role.toLowerCase()}${number}@example.com`
  const passwordHash = await shop.services.passwords.hash(PASSWORD)
  const person = await prisma.person.create({
    data: { email, name: `${role} ${number}`, passwordHash, createdAt: new Date() },
  })
  await prisma.membership.create({
    data: { personId: person.id, ofStore: storeId, role, money, createdAt: new Date() },
  })
  const browser = browserOf(shop)
  const { status } = await logInAs(browser, email)
  if (status !== 201) throw new Error(`Log-in: ${status}`)
  return { browser, person, email }
}
