import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPersonCode } from '../../src/commerce/people/person-codes.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { watchSecrets } from '../support/secret-watch.ts'
import {
  addPerson,
  expectGoodEverywhere,
  type Installation,
  logIn,
  openInstallation,
  sizes,
} from './support/installation.ts'

const EMAIL = 'asha@example.com'
const NEW_PASSWORD = 'nine copper pans'

let sending: Installation
let silent: Installation

async function newCode({ shop }: Installation): Promise<string> {
  const { prisma } = shop.database
  const { id: personId, email } = await prisma.person.findFirstOrThrow({ where: { email: EMAIL } })
  const { code } = await newPersonCode(prisma, { personId, purpose: 'PASSWORD', email, now: shop.services.clock() })
  shop.secrets.add(code)
  return code
}

describe('a forgotten password in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    const smtp = { smtpUrl: 'smtp://127.0.0.1:9', from: 'console@example.com' }
    sending = await openInstallation({ mailer: createMailer({ smtp, logger: watchSecrets().logger }) })
    silent = await openInstallation()
    for (const { shop } of [sending, silent]) {
      const { id } = await shop.addStore()
      await addPerson(shop, { email: EMAIL, roles: { [id]: 'OWNER' } })
    }
  })
  afterAll(async () => {
    await sending?.close()
    await silent?.close()
  })

  it.each(['phone', 'desktop'] as const)('is replaced with the code of a mail: %s', async (size) => {
    const { page, complaints, close } = await sending.open('/log-in', sizes[size])
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByRole('button', { name: 'Send the mail' }).click()
    await page.getByText('Enter your email.').waitFor()
    await expectGoodEverywhere(page, `forgotten-${size}`)
    await page.getByLabel('Email').fill(EMAIL)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
    await expectGoodEverywhere(page, `forgotten-sent-${size}`)
    await page.getByRole('button', { name: 'I have a code' }).click()
    await page.getByLabel('Code', { exact: true }).fill('0000-0000')
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('This link or code was used, replaced, or is too old.').waitFor()
    await expectGoodEverywhere(page, `new-password-ended-${size}`)
    complaints.length = 0
    await page.getByLabel('Code', { exact: true }).fill((await newCode(sending)).toLowerCase())
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    await expectGoodEverywhere(page, `new-password-done-${size}`)
    expect(complaints).toEqual([])
    await close()
  })

  it('is replaced through a link, of which opening it does nothing', async () => {
    const code = await newCode(silent)
    const { page, requests, close } = await silent.open(`/new-password#${code}`)
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
    await expectGoodEverywhere(page, 'new-password')
    expect(await silent.shop.database.prisma.personCode.count()).toBe(1)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.keyboard.press('Enter')
    await page.getByText('Password must be at least 8 characters').waitFor()
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await logIn(page, EMAIL, NEW_PASSWORD)
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(
      requests.filter((address) => new URL(address).pathname.includes(code) || address.includes('?token')),
    ).toEqual([])
    await close()
  })

  it('without a mail server says what helps', async () => {
    const { page, complaints, close } = await silent.open('/new-password', sizes.phone)
    await page.getByText('storefront person password EMAIL').waitFor()
    await expectGoodEverywhere(page, 'no-mail')
    await page.getByRole('button', { name: 'I have a code' }).click()
    await page.getByLabel('Code', { exact: true }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
