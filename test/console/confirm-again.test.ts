import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { exported } from './support/owner.ts'

const EMAIL = 'asha@example.com'
const MINUTE = 60_000

let installation: Installation
let tea: Store
let now = Date.now()

const loggedIn = async (path: string, size: keyof typeof sizes = 'desktop') => {
  const open = await installation.open('/log-in', sizes[size])
  await logIn(open.page, EMAIL)
  await open.page.getByRole('heading', { name: 'Today' }).waitFor()
  await open.page.goto(`${installation.origin}/console/s/${tea.subdomain}/${path}`)
  return open
}

describe('what asks for the password again, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    installation = await openInstallation({ clock: () => new Date(now) })
    tea = await installation.shop.addStore({
      customers: [{ name: 'Ravi', phone: '9876543210', password: 'secret1' }],
    })
    await addPerson(installation.shop, { email: EMAIL, name: 'Asha Rao', roles: { [tea.id]: 'OWNER' } })
  })
  afterAll(() => installation?.close())

  it.each(['phone', 'desktop'] as const)('does it then, with what was typed: %s', async (size) => {
    const { page, close } = await loggedIn('settings/keys', size)
    now += 20 * MINUTE
    await page.getByRole('button', { name: 'New key' }).click()
    const form = page.getByRole('dialog', { name: 'New key' })
    await form.getByLabel('Name').fill(`Program on a ${size}`)
    await form.getByRole('checkbox', { name: /^Orders/ }).check()
    await form.getByRole('button', { name: 'Create' }).click()
    const question = page.getByRole('dialog', { name: 'Is it still you?' })
    const password = question.getByLabel('Password', { exact: true })
    await password.waitFor()
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
    await expectGoodEverywhere(page, `confirm-again-${size}`)
    await question.getByRole('button', { name: 'Go on' }).click()
    await question.getByText('Enter your password.').waitFor()
    await password.fill('wrong wrong')
    await page.keyboard.press('Enter')
    await question.getByText('This is not your password.').waitFor()
    await expectGoodEverywhere(page, `confirm-again-wrong-${size}`)

    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await form.getByText('Enter your password again to do this.').waitFor()
    expect(await form.getByLabel('Name').inputValue()).toBe(`Program on a ${size}`)
    await form.getByRole('button', { name: 'Create' }).click()
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('This is the only time it is shown').waitFor()
    expect(await question.count()).toBe(0)
    installation.shop.secrets.add(await page.getByLabel('The new key').innerText())
    await close()
  })

  it('downloads all customers then', async () => {
    const { page, complaints, close } = await loggedIn('customers')
    now += 20 * MINUTE
    const file = exported(page, 'Customers, plain CSV')
    const question = page.getByRole('dialog', { name: 'Is it still you?' })
    await question.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    expect(await file).toMatch(/^created_at,id,name,.*Ravi/s)
    expect(complaints).toEqual([])
    await close()
  })
})
