import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { noBrowser, picture } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import {
  addPerson,
  expectGoodEverywhere,
  type Installation,
  logIn,
  openInstallation,
  PASSWORD,
  sizes,
} from './support/installation.ts'

let installation: Installation
let tea: Store
let coffee: Store

const ASHA = 'asha@example.com'

describe('logging in, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    installation = await openInstallation()
    const { shop } = installation
    await shop.database.prisma.installation.updateMany({ data: { setUpAt: new Date() } })
    tea = await shop.addStore({ store: { businessName: 'Tea House' } })
    coffee = await shop.addStore({ store: { businessName: 'Coffee House' } })
    await addPerson(shop, { email: ASHA, name: 'Asha Rao', roles: { [tea.id]: 'OWNER', [coffee.id]: 'ORDERS' } })
    await addPerson(shop, { email: 'ravi@example.com', name: 'Ravi', roles: { [tea.id]: 'ORDERS' } })
    await addPerson(shop, { email: 'nobody@example.com', name: 'Nobody' })
  })
  afterAll(() => installation?.close())

  it('wrong, then right, to where one wanted to go, and out again', async () => {
    const { page, complaints, close } = await installation.open(`/s/${tea.subdomain}/products`, sizes.phone)
    await page.getByText('Log in again to go on where you were.').waitFor()
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('Enter your password.').waitFor()
    await expectGoodEverywhere(page, 'log-in-missing')
    await logIn(page, ASHA, 'not this one')
    await page.getByRole('alert').getByText('Invalid email or password').waitFor()
    await page.getByRole('link', { name: 'Forgotten your password?' }).waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(ASHA)
    await logIn(page, ` ${ASHA.toUpperCase()} `)
    await page.getByRole('heading', { name: 'Products' }).waitFor()
    await page.getByRole('button', { name: /Tea House.*Logged in as Asha Rao · Owner/s }).click()
    await page.getByRole('menuitem', { name: 'Log out', exact: true }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.goto(`${installation.origin}/console/s/${coffee.subdomain}`)
    await page.getByText('Log in again to go on where you were.').waitFor()
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
    await close()
  })

  it('somebody with two stores chooses, and goes from one to the other', async () => {
    const { page, close } = await installation.open('/log-in')
    await expectGoodEverywhere(page, 'log-in')
    await logIn(page, ASHA)
    await page.getByRole('heading', { name: 'Your stores' }).waitFor()
    await expectGoodEverywhere(page, 'stores')
    await page.getByRole('link', { name: 'Coffee House' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.getByRole('button', { name: /Asha Rao · Orders/ }).click()
    await picture(page, 'console-store-menu')
    await page.getByRole('menuitem', { name: 'Tea House' }).click()
    await page.getByRole('button', { name: /Asha Rao · Owner/ }).waitFor()
    await close()
  })

  it('a role shows what it allows alone, and counts at the next click when it is taken away', async () => {
    const { page, complaints, close } = await installation.open('/log-in')
    await logIn(page, 'ravi@example.com')
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
    const places = page.getByRole('navigation', { name: 'Places' }).getByRole('link')
    expect(await places.allInnerTexts()).toEqual(['Today', 'Orders'])
    expect(await page.getByText('Revenue').count()).toBe(0)
    expect(complaints).toEqual([])
    await installation.shop.database.prisma.membership.deleteMany({ where: { person: { email: 'ravi@example.com' } } })
    await places.last().click()
    await page.getByRole('heading', { name: 'You have no role in this store' }).waitFor()
    await expectGoodEverywhere(page, 'no-role')
    await close()
  })

  it('somebody without a store is told so', async () => {
    const { page, close } = await installation.open('/log-in')
    await logIn(page, 'nobody@example.com')
    await page.getByText('You have no role in a store at present.').waitFor()
    await page.getByText('You are logged in as nobody@example.com').waitFor()
    await close()
  })

  it('with a store and its key, beneath; a browser remembers that way', async () => {
    const { key } = await createOwnerKey(installation.shop.services, tea.id, 'Desk')
    const { page, close } = await installation.open('/login?store=tea-of-before')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await page.getByLabel('Owner key').isVisible()).toBe(false)
    await page.getByText('Log in with a store and its key').click()
    await page.locator('input[name=store]').fill(tea.subdomain)
    await page.getByLabel('Owner key').fill('sk_wrong')
    await page.getByRole('button', { name: 'Log in with the key' }).click()
    await page.getByText('There is no such store, or this is not one of its keys').waitFor()
    await expectGoodEverywhere(page, 'log-in-key')
    await page.getByLabel('Owner key').fill(key)
    await page.getByRole('button', { name: 'Log in with the key' }).click()
    await page.getByRole('button', { name: /Tea House.*Desk/s }).waitFor()
    await page.goto(`${installation.origin}/console/log-in`)
    await page.getByLabel('Owner key').waitFor()
    await close()
  })

  it('a browser that keeps no cookie is told why', async () => {
    const { page, close } = await installation.open('/log-in')
    await page.route('**/api/console/sessions', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { person: null, sessions: [], set_up: true } })
        : route.continue(),
    )
    await logIn(page, ASHA)
    await page.getByText('Allow cookies for this address, then log in again.').waitFor()
    await close()
  })
})

describe('limits of logging in, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    installation = await openInstallation({ limitsOff: false })
    await addPerson(installation.shop, { email: ASHA })
  })
  afterAll(() => installation?.close())

  it('after ten wrong passwords the right one waits as well', async () => {
    const { page, close } = await installation.open('/log-in', sizes.phone)
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = page.waitForResponse((one) => one.request().method() === 'POST')
      await logIn(page, ASHA, 'wrong')
      expect((await answer).status()).toBe(401)
    }
    await logIn(page, ASHA, PASSWORD)
    await page.getByText('Too many wrong passwords. Wait 15 minutes.').waitFor()
    await expectGoodEverywhere(page, 'log-in-limited')
    await close()
  })
})
