import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '../../src/commerce/people/roles.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { noBrowser } from '../support/browser.ts'
import { buy, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import { addPerson, type Installation, logIn, openInstallation } from './support/installation.ts'

let installation: Installation
let store: Store
let orderNo: string

interface Offered {
  places: readonly string[]
  hasFigures: boolean
  /** Of the page of an order that is to be shipped. */
  mayShip: boolean | null
  mayRefund: boolean
}

const everything = [
  ...['Today', 'Orders', 'Products', 'Customers', 'Reviews', 'Discounts'],
  ...['Delivery', 'Payment methods', 'Pages', 'Leads', 'Subscribers', 'Settings'],
]

const offered: Readonly<Record<Role, Offered>> = {
  OWNER: { places: everything, hasFigures: true, mayShip: true, mayRefund: true },
  MANAGER: { places: everything, hasFigures: true, mayShip: true, mayRefund: false },
  ORDERS: { places: ['Today', 'Orders'], hasFigures: false, mayShip: true, mayRefund: false },
  CATALOGUE: { places: ['Today', 'Products', 'Reviews'], hasFigures: false, mayShip: null, mayRefund: false },
  ACCOUNTANT: { places: ['Today', 'Orders'], hasFigures: true, mayShip: false, mayRefund: false },
}

describe('what a role is offered, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    installation = await openInstallation()
    const { shop } = installation
    store = await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
    const items = [{ id: await productIdOf(shop, store, 'nilgiri-frost'), qty: 1 }]
    orderNo = (await buy(shop, clientOf(shop, store.subdomain, 'REST'), { items })).orderNo
    for (const role of Object.keys(offered) as Role[]) {
      await addPerson(shop, { email: `${role}@example.com`.toLowerCase(), name: 'Asha', roles: { [store.id]: role } })
    }
  })
  afterAll(() => installation?.close())

  it.each(Object.entries(offered))('%s', async (role, { places, hasFigures, mayShip, mayRefund }) => {
    const { page, complaints, close } = await installation.open('/log-in')
    await logIn(page, `${role}@example.com`)
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    const links = page.getByRole('navigation', { name: 'Places' }).getByRole('link')
    const names = (await links.allInnerTexts()).map((text) => text.split('\n')[0])
    expect(names).toEqual(places)
    for (const name of places) {
      await links.filter({ hasText: name }).first().click()
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
      await expect.poll(() => page.locator('.loading').count()).toBe(0)
      expect([name, await page.locator('.failure').allInnerTexts()]).toEqual([name, []])
      if (name === 'Today')
        expect(await page.getByRole('heading', { name: 'Revenue' }).count()).toBe(hasFigures ? 1 : 0)
    }
    if (mayShip !== null) {
      await page.goto(`${installation.origin}/console/s/${store.subdomain}/orders/${orderNo}`)
      await page.getByRole('heading', { name: orderNo }).waitFor()
      await expect.poll(() => page.locator('.loading').count()).toBe(0)
      const has = async (name: string) => (await page.getByRole('button', { name, exact: true }).count()) > 0
      expect([await has('Ship'), await has('Refund')]).toEqual([mayShip, mayRefund])
    }
    expect(complaints).toEqual([])
    await close()
  })
})
