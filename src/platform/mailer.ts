import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { PermanentFailure } from './jobs/job-kind.ts'
import { oneLine } from './text/text.ts'

/** Header fields may hold any text: the mailer makes them safe for one line. */
export interface Mail {
  /** The local part of the Message-ID, by which a message that is sent twice can be recognised. */
  id: string
  to: string
  /** MAIL_FROM's name when left out. */
  fromName?: string
  /** The sender when left out. */
  replyTo?: { name: string; address: string } | undefined
  subject: string
  text: string
  html: string
  /** The subject in words that name nobody, for the log where no mail can be sent. */
  about: string
}

export interface Mailer {
  /** Without a mail server `send` only logs. */
  readonly isSetUp: boolean
  /** @throws PermanentFailure when the mail server refuses the recipient for good; Error when it did not accept the message */
  send(mail: Mail): Promise<void>
}

const CONNECT_WITHIN_MS = 10_000
const SILENT_FOR_MS = 20_000

export interface Smtp {
  smtpUrl: string
  from: string
  /** Limits each of DNS look-up, connecting and greeting; 10 s when left out. */
  connectWithinMs?: number
}

export interface MailerOptions {
  /** Null sends nothing, and logs that. */
  smtp: Smtp | null
  logger: Logger
}

export const createMailer = ({ smtp, logger }: MailerOptions): Mailer => (smtp ? bySmtp(smtp) : nowhere(logger))

function bySmtp({ smtpUrl, from, connectWithinMs = CONNECT_WITHIN_MS }: Smtp): Mailer {
  const { hostname, password } = new URL(smtpUrl)
  const options = {
    url: smtpUrl,
    dnsTimeout: connectWithinMs,
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: SILENT_FOR_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // On loopback nobody can intercept the connection, and no authority issues certificates for these names.
    ...(isLoopback(hostname) && { tls: { rejectUnauthorized: false }, allowInternalNetworkInterfaces: true }),
  }
  let transport: Promise<Transporter> | undefined
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from
  const domain = /@([^@]+)$/.exec(address)?.[1] ?? 'localhost'
  return {
    isSetUp: true,
    async send({ id, to, fromName, replyTo, subject, text, html }) {
      transport ??= import('nodemailer').then(({ createTransport }) => createTransport(options, { from }))
      const sending = (await transport).sendMail({
        ...(fromName !== undefined && { from: { name: oneLine(fromName), address } }),
        messageId: `<${oneLine(id)}@${domain}>`,
        to: { name: '', address: oneLine(to) },
        ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: oneLine(replyTo.address) } }),
        subject: oneLine(subject),
        // RFC 3834: asks mail servers not to send automatic replies such as holiday notices.
        headers: { 'Auto-Submitted': 'auto-generated' },
        text,
        html,
      })
      await sending.catch((error: unknown) => {
        throw refusedRecipient(error) ?? withoutAddresses(withoutSecret(error, decodeURIComponent(password)))
      })
    },
  }
}

/** 5xx as the answer to RCPT TO: there is no such mailbox, or it takes no mail from here (RFC 5321, section 4.2.1). */
function refusedRecipient(error: unknown): PermanentFailure | null {
  if (!(error instanceof Error) || !('command' in error && 'responseCode' in error)) return null
  const { command, responseCode, message } = error
  return command === 'RCPT TO' && Number(responseCode) >= 500 ? new PermanentFailure(masked(message)) : null
}

/** A mail server repeats the address that it refuses. */
const masked = (message: string): string => message.replace(/[^\s<>()"]+@[^\s<>()",;]+/g, '…')

/** Mail servers' errors may name the recipient, which must not be logged. */
function withoutAddresses(error: unknown): unknown {
  if (!(error instanceof Error) || !('rejected' in error || masked(error.message) !== error.message)) return error
  return new Error(masked(error.message))
}

/** The mail server's answer may repeat the password. */
function withoutSecret(error: unknown, password: string): unknown {
  if (!(error instanceof Error) || password === '' || !error.message.includes(password)) return error
  const code = 'responseCode' in error ? ` with ${String(error.responseCode)}` : ''
  return new Error(`The mail server refused${code}, in words that hold the password`)
}

function nowhere(logger: Logger): Mailer {
  return {
    isSetUp: false,
    async send({ id, about }) {
      logger.info({ mail: { id, about } }, 'An email was not sent because SMTP_URL is not set')
    },
  }
}

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
