import { afterAll, expect, it, vi } from 'vitest'
import { listFailedJobs } from '../../src/commerce/owners/failed-jobs.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { jobKinds } from '../../src/process/job-kinds.ts'
import { clientOf } from '../support/client.ts'
import { headerOf, type MailServer, openMailServer, readable } from '../support/mail-server.ts'
import { openShop } from '../support/shop.ts'

let server: MailServer = await openMailServer()
const port = Number(new URL(server.url).port)
const shop = await openShop({
  clock: () => new Date('2026-05-01T20:15:00Z'),
  mailer: createMailer({
    smtp: { smtpUrl: server.url, from: 'Storefront <no-reply@shop.example>' },
    logger: createLogger('silent'),
  }),
  jobs: {
    kinds: {
      ...jobKinds,
      'lead-notification': { ...jobKinds['lead-notification'], pollSeconds: 0.2, retrySeconds: 1, retries: 6 },
    },
    upkeepSeconds: 1,
  },
})
const store = await shop.addStore({ store: { businessName: 'Søren’s Tea', ownerEmail: 'owner@example.com' } })
shop.services.jobs.start(jobHandlers(shop.services))
afterAll(async () => {
  await shop.services.jobs.stop(1_000)
  await shop.close()
  await server.close()
})

const submit = (input: object, of = store) => clientOf(shop, of.subdomain, 'REST').submitLead(input)

it('the owner is told all that the visitor left, and can reply to them', async () => {
  await submit({
    name: 'Asha <b>Rao</b>',
    email: 'asha@example.com',
    phone: '98765',
    message: 'Do you ship\nto Goa & back? <script>',
  })
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 60_000)
  const [mail] = server.received
  expect(mail).toMatchObject({
    from: 'no-reply@shop.example',
    to: ['owner@example.com'],
    text: [
      'Somebody has left a message on the site of Søren’s Tea.',
      'Name: Asha <b>Rao</b>\nEmail: asha@example.com\nPhone: 98765',
      'Do you ship\nto Goa & back? <script>',
      // 20:15 UTC in the store's time zone.
      'Received on 2 May 2026 at 01:45:00 GMT+5:30',
    ].join('\n\n'),
  })
  const headers = mail?.headers ?? []
  expect(readable(headerOf(headers, 'subject'))).toBe('Søren’s Tea: new message from Asha <b>Rao</b>')
  expect(headerOf(headers, 'reply-to')).toBe('"Asha <b>Rao</b>" <asha@example.com>')
  expect(mail?.html).toContain('<td>Asha &lt;b&gt;Rao&lt;/b&gt;</td>')
  expect(mail?.html).toContain('Do you ship\nto Goa &amp; back? &lt;script&gt;')
  expect(mail?.html).not.toContain('<script')
})

it('a lead without anything is reported, too', async () => {
  server.received.length = 0
  await submit({})
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 60_000)
  const [mail] = server.received
  expect(mail?.text).toContain('(no message)')
  expect(mail?.headers.filter((line) => /^(reply-to|bcc|cc):/i.test(line))).toEqual([])
})

it('a visitor who writes headers gets none', async () => {
  server.received.length = 0
  const evil = 'x\r\nBcc: thief@example.com\r\nSubject: y'
  await submit({ name: evil, phone: evil, message: `${evil}\r\n\r\n.\r\nMAIL FROM:<x@example.com>` })
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 60_000)
  const [mail] = server.received
  expect(mail?.to).toEqual(['owner@example.com'])
  expect(mail?.headers.filter((line) => /^(bcc|subject):/i.test(line))).toHaveLength(1)
  expect(mail?.text).toContain('\n.\nMAIL FROM:<x@example.com>')
})

it('a visitor’s name and phone stay on their own lines', async () => {
  server.received.length = 0
  await submit({ name: 'Bob\nEmail: forged@evil.example\u2028Phone: 1', phone: '5\n6', email: 'bob@example.com' })
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 60_000)
  const [mail] = server.received
  expect(mail?.text).toContain('Name: Bob Email: forged@evil.example Phone: 1\nEmail: bob@example.com\nPhone: 5 6\n')
})

it('the mail goes where the owner wants it when it goes out', async () => {
  server.received.length = 0
  const moved = await shop.addStore({ store: { ownerEmail: 'old@example.com' } })
  const gone = await shop.addStore({ store: { ownerEmail: 'gone@example.com' } })
  for (const [of, ownerEmail] of [
    [moved, 'new@example.com'],
    [gone, null],
  ] as const) {
    await shop.services.stores.find(of.subdomain)
    await shop.database.prisma.store.update({ where: { id: of.id }, data: { ownerEmail } })
    await submit({ name: 'Asha' }, of)
  }
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 60_000)
  expect(server.received[0]?.to).toEqual(['new@example.com'])
  expect((await listFailedJobs({ services: shop.services, store: gone }, {})).edges).toEqual([])
})

it('an address that the mail server refuses for good ends the job with the reason; one that it may take later does not', async () => {
  await server.close()
  const refusals = { 'gone@example.com': [550, 'No such mailbox'], 'full@example.com': [450, 'Mailbox full'] } as const
  const tries: string[] = []
  server = await openMailServer(port, {
    onRcptTo({ address }, _session, done) {
      tries.push(address)
      if (!(address in refusals)) return done()
      const [responseCode, message] = refusals[address as keyof typeof refusals]
      done(Object.assign(new Error(message), { responseCode }))
    },
  })
  const open = (ownerEmail: string) => shop.addStore({ store: { ownerEmail } })
  const [gone, full] = [await open('gone@example.com'), await open('full@example.com')]
  await Promise.all([submit({ name: 'Asha' }, gone), submit({ name: 'Asha' }, full)])
  const failedOf = async (of: Store) =>
    (await listFailedJobs({ services: shop.services, store: of }, {})).edges.map(({ node }) => node)
  await vi.waitFor(async () => expect(await failedOf(gone)).toHaveLength(1), 60_000)
  await vi.waitFor(() => expect(tries.filter((to) => to === 'full@example.com').length).toBeGreaterThan(1), 60_000)
  const [job] = await failedOf(gone)
  expect(job).toMatchObject({ name: 'lead-notification', tries: 1, reason: expect.stringContaining('No such mailbox') })
  expect(tries.filter((to) => to === 'gone@example.com')).toHaveLength(1)
  expect(await failedOf(full)).toEqual([])
  await shop.database.prisma.$executeRaw`DELETE FROM pgboss.job WHERE data->>'storeId' = ${full.id}`
})

it('while the mail server is away leads are answered at once; when it is back, every mail arrives, once', async () => {
  await server.close()
  const names = Array.from({ length: 20 }, (_, at) => `Visitor ${at}`)
  const answers = await Promise.all(names.map((name) => submit({ name, message: `Message of ${name}` })))
  for (const answer of answers) expect(answer).toMatchObject({ data: { success: true } })
  await vi.waitFor(async () => {
    const [row] = await shop.database.prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pgboss.job WHERE name = 'lead-notification' AND state = 'retry'`
    expect(row?.count).toBe(20)
  }, 60_000)

  server = await openMailServer(port)
  await vi.waitFor(() => expect(server.received.length).toBeGreaterThanOrEqual(20), 60_000)
  expect(server.received.map(({ text }) => /Name: (.*)/.exec(text)?.[1]).sort()).toEqual(names.sort())
  for (const { text } of server.received) {
    const name = /Name: (.*)/.exec(text)?.[1]
    expect(text).toContain(`Message of ${name}\n`)
  }
  expect(new Set(server.received.map(({ headers }) => headerOf(headers, 'message-id'))).size).toBe(20)
})

it('an answer does not wait for a mail server that says nothing', async () => {
  await server.close()
  // It greets when it is told to.
  const greetings: (() => void)[] = []
  server = await openMailServer(port, { onConnect: (_session, done) => void greetings.push(() => done()) })
  expect(await submit({ name: 'Asha' })).toMatchObject({ data: { success: true } })
  expect(server.received).toEqual([])
  await vi.waitFor(() => expect(greetings).not.toEqual([]), 60_000)
  for (const greet of greetings) greet()
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 60_000)
})
