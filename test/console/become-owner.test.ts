import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { noBrowser } from '../support/browser.ts'
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
let store: Store
let key: string

async function logInWithKey(look: (typeof sizes)[keyof typeof sizes]) {
  const opened = await installation.open(`/log-in?with=key&store=${store.subdomain}`, look)
  await opened.page.getByLabel('Owner key').fill(key)
  await opened.page.getByRole('button', { name: 'Log in with the key' }).click()
  return opened
}

describe('making oneself a person, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    installation = await openInstallation()
  })
  afterAll(() => installation?.close())
  beforeEach(async () => {
    const { shop } = installation
    store = await shop.addStore({ products: [{ slug: 'tea', name: 'Tea', price: 100 }] })
    key = (await createOwnerKey(shop.services, store.id, 'Desk', null)).key
    shop.secrets.add(key)
  })

  it.each(Object.entries(sizes))('from Today, on a %s: then one logs in with email and password', async (_, look) => {
    const { page, complaints, close } = await logInWithKey(look)
    await page.getByRole('link', { name: 'Make yourself a person' }).click()
    await page.getByRole('heading', { name: 'Make yourself a person' }).waitFor()
    await expectGoodEverywhere(page, 'become-owner')
    await page.getByRole('button', { name: 'Make me an owner' }).click()
    await page.getByText('Enter your name.').waitFor()
    const email = `asha@${store.subdomain}.example.com`
    await page.getByLabel('Your name').fill('Asha')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('password')
    await page.keyboard.press('Enter')
    await page.getByText('This password is one of the 10,000 most common. Choose another.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await page.getByRole('link', { name: 'Make yourself a person' }).count()).toBe(0)
    await page.context().clearCookies()
    await page.goto(`${installation.origin}/console/log-in`)
    await logIn(page, email)
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(complaints.filter((line) => !line.includes('400'))).toEqual([])
    await close()
  })

  it('who is a person already adds the store to theirs', async () => {
    const other = await installation.shop.addStore()
    const email = `ravi@${store.subdomain}.example.com`
    await addPerson(installation.shop, { email, roles: { [other.id]: 'MANAGER' } })
    const { page, complaints, close } = await installation.open('/log-in')
    await logIn(page, email)
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.goto(`${installation.origin}/console/log-in?with=key&store=${store.subdomain}`)
    await page.getByLabel('Owner key').fill(key)
    await page.getByRole('button', { name: 'Log in with the key' }).click()
    await page.getByRole('link', { name: 'Make yourself a person' }).click()
    await page.getByRole('button', { name: 'Add this store to your stores' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Make yourself a person' }).count()).toBe(0)
    await page.goto(`${installation.origin}/console/me`)
    await page.getByText(`${store.subdomain} · Owner`).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('is not offered to a key of a few scopes', async () => {
    key = (await createOwnerKey(installation.shop.services, store.id, 'Packing', ['orders'])).key
    installation.shop.secrets.add(key)
    const { page, close } = await logInWithKey(sizes.desktop)
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(await page.getByRole('link', { name: 'Make yourself a person' }).count()).toBe(0)
    await page.goto(`${installation.origin}/console/s/${store.subdomain}/become-owner`)
    await page.getByText('This needs a key that may do everything.').waitFor()
    expect(await page.getByLabel('Email').count()).toBe(0)
    await close()
  })
})
