import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { suspendStore } from '../../src/commerce/stores/suspend-store.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import {
  addPerson,
  expectGoodEverywhere,
  type Installation,
  logIn,
  openInstallation,
  sizes,
} from './support/installation.ts'

let installation: Installation
let store: Store

describe('a suspended store, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    installation = await openInstallation()
    const { shop } = installation
    store = await shop.addStore({ products: [{ slug: 'tea', name: 'Tea', price: 100 }] })
    await addPerson(shop, { email: 'packer@example.com', roles: { [store.id]: 'ORDERS' } })
    await suspendStore({ services: shop.services, store }, true)
  })
  afterAll(() => installation?.close())

  it('says so on each page, also to a packer, until it is resumed', async () => {
    const { page, complaints, close } = await installation.open('/log-in', sizes.phone)
    await logIn(page, 'packer@example.com')
    const banner = page.getByText('This store is suspended.')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await banner.waitFor()
    await expectGoodEverywhere(page, 'suspended')
    await page.goto(`${installation.origin}/console/s/${store.subdomain}/orders`)
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    await banner.waitFor()
    await suspendStore({ services: installation.shop.services, store }, false)
    await page.reload()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    expect(await banner.count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })
})
