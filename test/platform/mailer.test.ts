import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PermanentFailure } from '../../src/platform/jobs/job-kind.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createMailer, type Mail } from '../../src/platform/mailer.ts'
import { headerOf, type MailServer, openMailServer, readable } from '../support/mail-server.ts'

const logger = createLogger('silent')
const mail: Mail = {
  id: 'lead-1',
  to: 'owner@example.com',
  replyTo: { name: 'Asha', address: 'asha@example.com' },
  subject: 'A new message',
  text: 'Do you ship to Goa?',
  html: '<p>Do you ship to Goa?</p>',
  about: 'a lead',
}

let server: MailServer

beforeEach(async () => {
  server = await openMailServer()
})
afterEach(() => server.close())

const mailer = (url = server.url, from = 'Tea House <shop@tea.example>') =>
  createMailer({ smtp: { smtpUrl: url, from }, logger })

async function sent(changes: Partial<Mail> = {}) {
  await mailer().send({ ...mail, ...changes })
  const received = server.received.at(-1)
  if (!received) throw new Error('Nothing was received')
  return received
}

describe('a mail', () => {
  it('arrives whole, as plain text and HTML, over STARTTLS when the server offers it', async () => {
    const { from, to, headers, text, html } = await sent()
    expect({ from, to, text, html }).toEqual({
      from: 'shop@tea.example',
      to: ['owner@example.com'],
      text: mail.text,
      html: mail.html,
    })
    expect(headerOf(headers, 'from')).toBe('Tea House <shop@tea.example>')
    expect(headerOf(headers, 'to')).toBe('owner@example.com')
    expect(headerOf(headers, 'reply-to')).toBe('Asha <asha@example.com>')
    expect(headerOf(headers, 'subject')).toBe('A new message')
    expect(headerOf(headers, 'message-id')).toBe('<lead-1@tea.example>')
    expect(headerOf(headers, 'content-type')).toMatch(/^multipart\/alternative/)
    expect(headerOf(headers, 'auto-submitted')).toBe('auto-generated')
  })

  it.each(['Tea House', 'Tea "House" <x@evil.example>, ', 'Tea\r\nBcc: thief@example.com'])(
    'may come from somebody else’s name, but from no other address: %j',
    async (fromName) => {
      const { from, headers } = await sent({ fromName })
      expect(from).toBe('shop@tea.example')
      expect(headerOf(headers, 'from')).toMatch(/^"?Tea.*<shop@tea\.example>$/)
      expect(headerOf(headers, 'bcc')).toBe('')
    },
  )

  it('may hold any language', async () => {
    const words = 'Grüße, चाय, お茶 🍵'
    const { headers, text, html } = await sent({ subject: words, text: words, html: `<p>${words}</p>` })
    expect([readable(headerOf(headers, 'subject')), text, html]).toEqual([words, words, `<p>${words}</p>`])
  })

  it.each([
    'x\r\nBcc: thief@example.com',
    'x\nBcc: thief@example.com',
    'x\rBcc: thief@example.com',
    'x\r\n\r\nThe body that I wanted',
    'x\u2028Bcc: thief@example.com',
    'x\0\u0085\vBcc: thief@example.com',
    '"x" <thief@example.com>, ',
    'x" <thief@example.com>, "',
    '=?utf-8?q?x=0D=0ABcc:_thief@example.com?=',
    'x'.repeat(2_000),
  ])('goes to nobody else and has no other header, whatever stands in one: %j', async (evil) => {
    const names = (headers: string[]) => headers.map((line) => line.split(':')[0]?.toLowerCase()).sort()
    const usual = names((await sent()).headers)
    const { to, headers, text } = await sent({
      id: evil,
      subject: evil,
      replyTo: { name: evil, address: 'asha@example.com' },
    })
    expect(to).toEqual(['owner@example.com'])
    expect(names(headers)).toEqual(usual)
    expect(headerOf(headers, 'reply-to')).toMatch(/<asha@example\.com>$/)
    expect(text).toBe(mail.text)
  })

  it.each([
    'owner@example.com, thief@example.com',
    'owner@example.com>\r\nRCPT TO:<thief@example.com',
    'thief@example.com\nx',
  ])('never goes to two addresses: %j', async (to) => {
    await mailer()
      .send({ ...mail, to })
      .catch(() => {})
    for (const received of server.received) expect(received.to).toHaveLength(1)
  })

  it('cannot bring a file or a page of the server’s along', async () => {
    const html = '<img src="file:///etc/passwd"><img src="http://127.0.0.1:1/x">'
    expect((await sent({ html })).html).toBe(html)
  })
})

describe('a server that', () => {
  it('is not there makes it fail at once', async () => {
    await server.close()
    await expect(mailer().send(mail)).rejects.toThrow(/ECONNREFUSED/)
  })

  it('refuses the recipient makes it fail', async () => {
    const strict = await openMailServer(0, {
      onRcptTo: (_address, _session, done) => done(new Error('No such mailbox')),
    })
    await expect(mailer(strict.url).send(mail)).rejects.toThrow(/No such mailbox/)
    await strict.close()
  })

  it.each([450, 550])(
    'repeats the address that it refuses with %d does not bring it into the log',
    async (responseCode) => {
      const talkative = await openMailServer(0, {
        onRcptTo: ({ address }, _session, done) =>
          done(
            Object.assign(new Error(`5.1.1 <${address}>: no mailbox of ${address.toUpperCase()}`), { responseCode }),
          ),
      })
      const lines: string[] = []
      const log = createLogger('info', { write: (line) => lines.push(line) })
      const failure = await mailer(talkative.url)
        .send(mail)
        .catch((error: unknown) => error)
      log.warn({ err: failure }, 'A job has failed')
      expect(lines[0]).toContain(`${responseCode} 5.1.1 <…>: no mailbox of …`)
      expect(lines[0]).not.toMatch(/owner@example/i)
      expect(failure instanceof PermanentFailure).toBe(responseCode === 550)
      await talkative.close()
    },
  )

  it('takes the connection and says nothing for so long makes it fail', async () => {
    const mute = createServer(() => {}).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as { port: number }
    const smtp = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'shop@tea.example', connectWithinMs: 500 }
    const failing = createMailer({ smtp, logger }).send(mail)
    await expect(failing).rejects.toThrow(/Greeting never received/)
    mute.close()
  })

  it('wants a name and password is given those of the URL', async () => {
    const seen: unknown[] = []
    const guarded = await openMailServer(0, {
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password])
        done(null, { user: 'shop' })
      },
    })
    await mailer(guarded.url.replace('//', '//shop%40tea:p%40ss%2Fword@')).send(mail)
    expect(seen).toEqual([['shop@tea', 'p@ss/word']])
    expect(guarded.received).toHaveLength(1)
    await guarded.close()
  })
})

it('without a server no mail is sent, and the log says so without a word of it', async () => {
  const lines: string[] = []
  const log = createLogger('info', { write: (line) => lines.push(line) })
  await createMailer({ smtp: null, logger: log }).send(mail)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'An email was not sent because SMTP_URL is not set',
    mail: { id: 'lead-1', about: 'a lead' },
  })
  for (const text of ['Goa', 'Asha', 'asha@', 'owner@', 'A new message']) expect(lines[0]).not.toContain(text)
})
