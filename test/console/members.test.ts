import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { noBrowser } from '../support/browser.ts'
import { buy, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs } from '../support/needs.ts'
import {
  addPerson,
  expectGoodEverywhere,
  type Installation,
  logIn,
  openInstallation,
  sizes,
} from './support/installation.ts'

const PACKER = 'ravi@example.com'
const PACKERS_PASSWORD = 'eleven jute sacks'
const OWNER = 'asha@example.com'

let installation: Installation
let store: Store
let orderNo: string

async function ownersPage(path = 'settings/members') {
  const open = await installation.open('/log-in')
  await logIn(open.page, OWNER)
  await open.page.getByRole('heading', { name: 'Today' }).waitFor()
  await open.page.goto(`${installation.origin}/console/s/${store.subdomain}/${path}`)
  return open
}

/** Makes a link in the dialog, and returns it. */
async function linkFor(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const link = await dialog.getByLabel('The link').innerText()
  installation.shop.secrets.add(link.split('#')[1] ?? '')
  return link
}

describe('Two people at one shop, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    installation = await openInstallation()
    const { shop } = installation
    store = await shop.addStore(JSON.parse(readFileSync('examples/demo-store.json', 'utf8')))
    const items = [{ id: await productIdOf(shop, store, 'nilgiri-frost'), qty: 1 }]
    orderNo = (await buy(shop, clientOf(shop, store.subdomain, 'REST'), { items })).orderNo
    await addPerson(shop, { email: OWNER, name: 'Asha Rao', roles: { [store.id]: 'OWNER' } })
  })
  afterAll(() => installation?.close())

  it('an owner invites a packer, who ships and sees neither revenue nor refund, until the role is taken away', async () => {
    const owner = await ownersPage()
    await owner.page.getByRole('list', { name: 'Members' }).getByText('Asha Rao').waitFor()
    await expectGoodEverywhere(owner.page, 'members')
    await owner.page.getByRole('button', { name: 'Invite somebody' }).click()
    await owner.page.getByText('No mail server is set up').waitFor()
    await expectGoodEverywhere(owner.page, 'members-invite')
    await owner.page.keyboard.press('Escape')
    const link = await linkFor(owner.page, PACKER)
    expect(link).toMatch(new RegExp(`^${installation.origin}/console/invitation#[\\w-]{43}$`))
    await expectGoodEverywhere(owner.page, 'members-link')
    await owner.page.getByRole('button', { name: 'Done' }).click()
    await owner.page.getByRole('list', { name: 'Invitations' }).getByText(PACKER).waitFor()

    const packer = await installation.open(link.replace(`${installation.origin}/console`, ''), sizes.phone)
    const { page } = packer
    await page.getByRole('heading', { name: 'You are invited' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${installation.origin}/console/invitation`)
    await expectGoodEverywhere(page, 'invitation')
    expect(packer.requests.filter((url) => url.includes('/invitations/'))).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Open the invitation' }).click()
    await page.getByRole('heading', { name: `Work for ${store.businessName}` }).waitFor()
    await expectGoodEverywhere(page, 'invitation-open')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('Enter your name.').waitFor()
    await page.getByLabel('Your name').fill('Ravi')
    await page.getByLabel('Password', { exact: true }).fill(PACKERS_PASSWORD)
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await page.getByText('Ravi · Orders').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('console:invitation'))).toBeNull()
    await expect.poll(() => page.locator('.loading').count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Revenue' }).count()).toBe(0)

    await page.goto(`${installation.origin}/console/s/${store.subdomain}/orders/${orderNo}`)
    await page.getByRole('button', { name: 'Ship', exact: true }).click()
    expect(await page.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click()
    await page.getByText('Shipped', { exact: true }).first().waitFor()
    await expect.poll(() => installation.shop.services.storeWatch.followers()).toBe(2)

    await owner.page.reload()
    await owner.page.getByRole('button', { name: 'Remove Ravi' }).click()
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Remove them' }).click()
    await owner.page.getByText('Ravi removed').waitFor()
    await expect.poll(() => installation.shop.services.storeWatch.followers(), { timeout: 20_000 }).toBe(1)
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await page.getByRole('heading', { name: 'You have no role in this store' }).waitFor()

    await owner.page.goto(`${installation.origin}/console/s/${store.subdomain}/settings/history`)
    await owner.page.getByText('Person “Ravi” removed, or left').waitFor()
    await owner.page.getByText(`Invitation of “${PACKER}” made`).waitFor()
    await owner.page.goto(`${installation.origin}/console/s/${store.subdomain}/orders/${orderNo}`)
    await owner.page.getByText('Ravi').first().waitFor()
    expect(owner.complaints).toEqual([])
    await owner.close()
    await packer.close()
  }, 180_000)

  it('somebody with an account logs in and accepts; another is told that it is not for them', async () => {
    const { shop } = installation
    await addPerson(shop, { email: 'meera@example.com', name: 'Meera' })
    await addPerson(shop, { email: 'kiran@example.com', name: 'Kiran' })
    const owner = await ownersPage()
    const link = await linkFor(owner.page, 'meera@example.com')
    const path = link.replace(`${installation.origin}/console`, '')

    const wrong = await installation.open('/log-in')
    await logIn(wrong.page, 'kiran@example.com')
    await wrong.page.getByText('You have no role in a store at present.').waitFor()
    await wrong.page.goto(link)
    await wrong.page.getByRole('button', { name: 'Open the invitation' }).click()
    await wrong.page.getByText('This invitation is for somebody else.').waitFor()
    await expectGoodEverywhere(wrong.page, 'invitation-wrong')
    await wrong.close()

    const right = await installation.open(path, sizes.phone)
    await right.page.getByRole('button', { name: 'Open the invitation' }).click()
    await right.page.getByRole('link', { name: 'Log in and accept' }).click()
    await right.page.getByText('Log in, then accept the invitation.').waitFor()
    await logIn(right.page, 'meera@example.com')
    await right.page.getByRole('button', { name: 'Open the invitation' }).click()
    await right.page.getByText('You are logged in as Meera').waitFor()
    await expectGoodEverywhere(right.page, 'invitation-accept')
    await right.page.getByRole('button', { name: 'Accept' }).click()
    await right.page.getByRole('heading', { name: 'Today' }).waitFor()

    // Her role is changed while she is there, and then she leaves.
    await owner.page.reload()
    await owner.page.getByRole('button', { name: 'Change the role of Meera' }).click()
    await owner.page.getByRole('radio', { name: /^Manager/ }).check()
    await owner.page.getByRole('button', { name: 'Save' }).click()
    await owner.page.getByText('Saved for Meera').waitFor()
    await right.page.reload()
    await right.page.getByText('Meera · Manager').waitFor()
    await right.page.goto(`${installation.origin}/console/s/${store.subdomain}/settings/members`)
    await right.page.getByText('Asha Rao').waitFor()
    expect(await right.page.getByRole('button', { name: 'Remove Asha Rao' }).count()).toBe(0)
    await right.page.goto(`${installation.origin}/console/me`)
    await right.page.getByRole('button', { name: `Leave ${store.businessName}` }).click()
    await right.page.getByRole('alertdialog').getByRole('button', { name: 'Leave it' }).click()
    await right.page.getByText('You have no role in a store at present.').waitFor()
    await right.close()

    await owner.page.goto(`${installation.origin}/console/me`)
    await owner.page.getByRole('button', { name: `Leave ${store.businessName}` }).click()
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Leave it' }).click()
    await owner.page.getByText('The store would have no owner left.').first().waitFor()
    await owner.close()
  }, 180_000)

  it('a code is typed, and an invitation that has ended says so', async () => {
    const owner = await ownersPage()
    const link = await linkFor(owner.page, 'lata@example.com')
    await owner.page.getByRole('button', { name: 'Done' }).click()
    await owner.page.getByRole('button', { name: 'End the invitation of lata@example.com' }).click()
    await owner.page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
    await owner.page.getByText('Invitation ended').waitFor()
    await owner.close()
    const { page, close } = await installation.open(link.replace(`${installation.origin}/console`, ''))
    await page.getByRole('button', { name: 'Open the invitation' }).click()
    await page.getByText('This invitation was used or ended').waitFor()
    await page.getByLabel('Code').fill('7ZK3Q-0V9TB-M2X8R-HD4WC')
    await page.getByRole('button', { name: 'Open the invitation' }).click()
    await page.locator('.field-mistake', { hasText: 'This invitation was used or ended' }).waitFor()
    await expectGoodEverywhere(page, 'invitation-ended')
    await close()
  }, 180_000)
})
