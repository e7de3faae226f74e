import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'

/** A message to one person. What stands in headers may hold anything: it is made fit for one line here. */
export interface Mail {
  /** Of two messages with one id, the second is the first again: it is the local part of the Message-ID. */
  id: string
  /** A mail address. */
  to: string
  /** Who gets the reply; the sender when left out. */
  replyTo?: { name: string; address: string } | undefined
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** @throws when the message is not in the hands of the mail server */
  send(mail: Mail): Promise<void>
}

const CONNECT_WITHIN_MS = 10_000
const SILENT_FOR_MS = 20_000

export interface Smtp {
  smtpUrl: string
  from: string
  /** How long the server may take to be found, to be reached and to greet, each; 10 s without it. */
  connectWithinMs?: number
}

export interface MailerOptions {
  /** null: messages go to the log. */
  smtp: Smtp | null
  logger: Logger
}

export const createMailer = ({ smtp, logger }: MailerOptions): Mailer => (smtp ? bySmtp(smtp) : toTheLog(logger))

function bySmtp({ smtpUrl, from, connectWithinMs = CONNECT_WITHIN_MS }: Smtp): Mailer {
  const { hostname, password } = new URL(smtpUrl)
  const transport = createTransport(
    {
      url: smtpUrl,
      dnsTimeout: connectWithinMs,
      connectionTimeout: connectWithinMs,
      greetingTimeout: connectWithinMs,
      socketTimeout: SILENT_FOR_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      // Nobody is in between, and no authority signs for this name.
      ...(isLoopback(hostname) && { tls: { rejectUnauthorized: false }, allowInternalNetworkInterfaces: true }),
    },
    { from },
  )
  const domain = /@([^@>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, to, replyTo, subject, text, html }) {
      const sending = transport.sendMail({
        messageId: `<${oneLine(id)}@${domain}>`,
        to: { name: '', address: oneLine(to) },
        ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: oneLine(replyTo.address) } }),
        subject: oneLine(subject),
        // RFC 3834: no holiday notices in answer to this.
        headers: { 'Auto-Submitted': 'auto-generated' },
        text,
        html,
      })
      await sending.catch((error: unknown) => {
        throw withoutSecret(error, decodeURIComponent(password))
      })
    },
  }
}

/** The error, unless the mail server repeats in it what must not be logged. */
function withoutSecret(error: unknown, password: string): unknown {
  if (!(error instanceof Error) || password === '' || !error.message.includes(password)) return error
  const code = 'responseCode' in error ? ` with ${String(error.responseCode)}` : ''
  return new Error(`The mail server refused${code}, in words that hold the password`)
}

function toTheLog(logger: Logger): Mailer {
  return {
    async send({ to, replyTo, subject, text }) {
      const mail = { to, ...(replyTo && { replyTo: replyTo.address }), subject: oneLine(subject), text }
      logger.info({ mail }, 'A mail that was not sent, as SMTP_URL is not set')
    },
  }
}

/** Without line breaks and other control characters, so that a header ends where it should. */
const oneLine = (text: string): string =>
  text.replace(/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]+/gu, ' ').trim()

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
