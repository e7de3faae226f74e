import { describe, expect, it } from 'vitest'
import { browserOf } from '../console/browser.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import type { ReceivedMail } from '../support/mail-server.ts'
import { openShop } from '../support/shop.ts'
import { accept, ask, asNew, invite, linkTo, lookUp, openInvitingShop, refusalIn } from './members.ts'
import { logInAs, memberInBrowser, ownerInBrowser } from './people.ts'

const PUBLIC_URL = 'https://shops.example.com'
const shop = await forAllTests(openInvitingShop({ publicUrl: PUBLIC_URL }))
const { store, browser: owner } = await ownerInBrowser(shop)
const elsewhere = await ownerInBrowser(shop)
const { prisma } = shop.database
const ended = [400, expect.any(String), 'INVITATION_ENDED']

let number = 0
const newEmail = () => {
  number += 1
  return `meera${number}@example.com`
}

const tokenIn = ({ text }: ReceivedMail): string => {
  const token = /\/console\/invitation#([\w-]+)/.exec(text)?.[1] ?? ''
  shop.secrets.add(token)
  return token
}

async function mailTo(email: string, of = { browser: owner, subdomain: store.subdomain }): Promise<string> {
  const { made, error } = await invite(of.browser, of.subdomain, { email, way: 'MAIL' })
  expect([made?.token, error]).toEqual([null, null])
  const [mail, ...others] = await shop.deliver()
  if (!mail || others.length > 0) throw new Error('Not one mail')
  expect(mail.to).toEqual([email])
  return tokenIn(mail)
}

describe('A mailed invitation', () => {
  it('has a link to the public address, and confirms the address', async () => {
    const email = newEmail()
    const { made } = await invite(owner, store.subdomain, { email, role: 'CATALOGUE', way: 'MAIL' })
    expect(made).toMatchObject({ token: null, invitation: { email, way: 'MAIL' } })
    const [mail] = await shop.deliver()
    expect(mail?.text).toContain(
      `You are invited to work for ${store.businessName} as somebody who works on the catalogue.`,
    )
    expect(mail?.text).toContain(`${PUBLIC_URL}/console/invitation#`)
    expect(mail?.html).toContain(`<a href="${PUBLIC_URL}/console/invitation#`)
    const token = tokenIn(mail as ReceivedMail)
    const browser = browserOf(shop)
    expect((await lookUp(browser, token)).body).toMatchObject({ email, role: 'CATALOGUE', next: 'SIGN_UP' })
    expect((await accept(browser, token, asNew)).status).toBe(201)
    expect((await prisma.person.findFirst({ where: { email } }))?.emailConfirmedAt).not.toBeNull()
    // A confirmed address can be invited anywhere.
    const link = await linkTo(shop, elsewhere.browser, elsewhere.store.subdomain, { email })
    expect((await accept(browser, link)).status).toBe(200)
  })

  it('asks whoever has an account to log in', async () => {
    const email = newEmail()
    await accept(browserOf(shop), await mailTo(email), asNew)
    const token = await mailTo(email, { browser: elsewhere.browser, subdomain: elsewhere.store.subdomain })
    const browser = browserOf(shop)
    expect((await lookUp(browser, token)).body.next).toBe('LOG_IN')
    expect(refusalIn(await accept(browser, token, asNew))).toEqual([401, expect.any(String), 'WRONG_PERSON'])
    await logInAs(browser, email, asNew.password)
    expect((await accept(browser, token)).status).toBe(200)
  })

  it('is another token than the copied link, and each ends the other', async () => {
    const email = newEmail()
    const mailed = await mailTo(email)
    const link = await linkTo(shop, owner, store.subdomain, { email })
    expect(refusalIn(await lookUp(browserOf(shop), mailed))).toEqual(ended)
    const again = await mailTo(email)
    expect(refusalIn(await accept(browserOf(shop), link, asNew))).toEqual(ended)
    expect((await accept(browserOf(shop), again, asNew)).status).toBe(201)
  })

  it('is not sent once a link was copied, or it was revoked', async () => {
    const email = newEmail()
    await invite(owner, store.subdomain, { email, way: 'MAIL' })
    const link = await linkTo(shop, owner, store.subdomain, { email })
    const revoked = await invite(owner, store.subdomain, { email: newEmail(), way: 'MAIL' })
    await ask(owner, store.subdomain, `mutation { revokeInvitation(id: "${revoked.made.invitation.id}") }`)
    expect(await shop.deliver()).toEqual([])
    expect((await accept(browserOf(shop), link, asNew)).status).toBe(201)
  })

  it('confirms who is logged in and was not', async () => {
    const email = newEmail()
    const browser = browserOf(shop)
    await accept(browser, await linkTo(shop, owner, store.subdomain, { email }), asNew)
    const token = await mailTo(email, { browser: elsewhere.browser, subdomain: elsewhere.store.subdomain })
    expect((await lookUp(browser, token)).body.next).toBe('ACCEPT')
    expect((await accept(browser, token)).status).toBe(200)
    expect((await prisma.person.findFirst({ where: { email } }))?.emailConfirmedAt).not.toBeNull()
  })

  it('gives the address to whoever reads its mails: a stranger who has got it by a copied link loses it', async () => {
    const email = newEmail()
    const squatter = browserOf(shop)
    const { body } = await accept(squatter, await linkTo(shop, owner, store.subdomain, { email }), asNew)
    const token = await mailTo(email, { browser: elsewhere.browser, subdomain: elsewhere.store.subdomain })
    const holder = browserOf(shop)
    expect((await lookUp(holder, token)).body.next).toBe('TAKE_ADDRESS')
    const own = { name: 'Meera', password: 'her own long password' }
    const answer = await accept(holder, token, own)
    expect([answer.status, answer.body.person.id === body.person.id]).toEqual([201, false])
    expect((await logInAs(browserOf(shop), email, asNew.password)).status).toBe(401)
    expect((await logInAs(browserOf(shop), email, own.password)).status).toBe(201)
    expect((await ask(holder, store.subdomain, '{ viewer { name } }'))[0]).toBe('You have no role in this store.')
    expect((await ask(squatter, elsewhere.store.subdomain, '{ viewer { name } }'))[0]).toBe(
      'You have no role in this store.',
    )
    const { members } = (await ask(owner, store.subdomain, '{ members { id email } }')) as any
    expect(members.find(({ id }: any) => id === body.person.id)).toEqual({ id: body.person.id, email: null })
  })

  it('takes no address from who runs the installation', async () => {
    const { email } = await ownerInBrowser(shop)
    const token = await mailTo(email)
    expect((await lookUp(browserOf(shop), token)).body.next).toBe('LOG_IN')
    expect((await accept(browserOf(shop), token, asNew)).status).toBe(401)
  })

  it('is limited for each address, from all stores together', async () => {
    const email = newEmail()
    for (let sent = 0; sent < 5; sent += 1) await mailTo(email)
    const { error } = await invite(elsewhere.browser, elsewhere.store.subdomain, { email, way: 'MAIL' })
    expect([error.message, error.extensions.code]).toEqual([
      ...['Too many invitations were mailed to this address today. Copy a link, and send it yourself.', 'RATE_LIMITED'],
    ])
    expect((await invite(owner, store.subdomain, { email, way: 'LINK' })).error).toBeNull()
  })
})

describe('Without PUBLIC_URL', () => {
  it('a mail has a code, which is read as people type it', async () => {
    const own = await openInvitingShop()
    try {
      const { browser, store: tea } = await ownerInBrowser(own)
      await invite(browser, tea.subdomain, { email: 'meera@example.com', way: 'MAIL' })
      const [mail] = await own.deliver()
      const code = /^[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}$/m.exec(mail?.text ?? '')?.[0] ?? ''
      own.secrets.add(code)
      expect(mail?.text).not.toContain('http')
      const meera = browserOf(own)
      expect((await lookUp(meera, ` ${code.toLowerCase().replaceAll('-', ' ')}`)).body.next).toBe('SIGN_UP')
      expect((await accept(meera, code, asNew)).status).toBe(201)
    } finally {
      await own.close()
    }
  })
})

it('without a mail server nothing is made, and the reason says so', async () => {
  const own = await openShop()
  try {
    const { browser, store: tea } = await ownerInBrowser(own)
    const { error } = await invite(browser, tea.subdomain, { email: 'meera@example.com', way: 'MAIL' })
    expect([error.message, error.extensions.code, error.extensions.reason]).toEqual([
      ...['No mail server is set up. Copy a link, and send it yourself.', 'UNAVAILABLE', 'NO_MAIL_SERVER'],
    ])
    expect(await own.database.prisma.invitation.count()).toBe(0)
    const members = await memberInBrowser(own, { storeId: tea.id, role: 'MANAGER' })
    expect(
      (await invite(members.browser, tea.subdomain, { email: 'meera@example.com', way: 'LINK' })).made,
    ).not.toBeNull()
  } finally {
    await own.close()
  }
})
