import { sendInvitation } from '../../src/commerce/people/members/invitation-mail.ts'
import type { Role } from '../../src/commerce/people/roles.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { type Browser, browserOf, type Reply } from '../console/browser.ts'
import { openMailServer } from '../support/mail-server.ts'
import { watchSecrets } from '../support/secret-watch.ts'
import { openShop, type Shop, type ShopOptions, unlimited } from '../support/shop.ts'

export const NEW_PASSWORD = 'brass kettles all day'

/** A shop whose invitations arrive at a mail server. */
export async function openInvitingShop(options: ShopOptions = {}) {
  const mails = await openMailServer()
  const mailer = createMailer({
    smtp: { smtpUrl: mails.url, from: 'shop@example.com' },
    logger: watchSecrets().logger,
  })
  const policies = { read: unlimited, owner: unlimited, invitationTry: unlimited, invitation: unlimited }
  const shop = await openShop({ mailer, policies, ...options })
  return {
    ...shop,
    /** Runs the jobs that wait, and gives what has arrived. */
    async deliver() {
      const jobs = await shop.database.prisma.$queryRaw<{ data: { storeId: string; invitationId: string } }[]>`
        DELETE FROM pgboss.job WHERE name = 'invitation-mail' RETURNING data`
      for (const { data } of jobs) await sendInvitation(shop.services, data)
      return mails.received.splice(0)
    },
    async close() {
      await shop.close()
      await mails.close()
    },
  }
}

interface Invited {
  email: string
  role?: Role
  money?: boolean
  way?: 'MAIL' | 'LINK'
}

/** The answer of GraphQL: what was made, or the message of its error. */
export async function invite(
  browser: Browser,
  subdomain: string,
  { email, role = 'ORDERS', money = false, way = 'LINK' }: Invited,
) {
  const query = `mutation ($email: String!, $role: Role!, $money: Boolean, $way: InvitationWay) {
    inviteMember(email: $email, role: $role, money: $money, way: $way) {
      token invitation { id email role money way mayRevoke }
    }
  }`
  const { body } = await browser.graphql(subdomain, query, { email, role, money, way })
  return { made: body.data?.inviteMember ?? null, error: body.errors?.[0] ?? null }
}

/** The token of a copied link. */
export async function linkTo(shop: Shop, browser: Browser, subdomain: string, invited: Invited): Promise<string> {
  const { made, error } = await invite(browser, subdomain, invited)
  if (!made) throw new Error(JSON.stringify(error))
  shop.secrets.add(made.token)
  return made.token
}

export const lookUp = (browser: Browser, token: string): Promise<Reply> =>
  browser.send('POST', '/api/console/invitations/look-up', { token })

export const accept = (browser: Browser, token: string, body: object = {}): Promise<Reply> =>
  browser.send('POST', '/api/console/invitations/accept', { token, ...body })

export const asNew = { name: 'Ravi', password: NEW_PASSWORD }

/** Somebody new, by a copied link, in a browser of their own. */
export async function newPacker(shop: Shop, owner: Browser, subdomain: string, invited: Invited) {
  const browser = browserOf(shop)
  const { status, body } = await accept(browser, await linkTo(shop, owner, subdomain, invited), asNew)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { browser, id: body.person.id as string }
}

/** Status, message and reason of a refusal. */
export const refusalIn = ({ status, body, headers }: Reply) => [status, body.error, headers['error-reason']]

/** Of GraphQL at a store: the data, or message and reason of the first error. */
export async function ask(browser: Browser, subdomain: string, query: string) {
  const { body } = await browser.graphql(subdomain, query)
  const [error] = body.errors ?? []
  return error ? [error.message, error.extensions.reason] : body.data
}
