import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Each header line, unfolded, in its order. */
  headers: string[]
  text: string
  html: string
}

export interface MailServer {
  /** smtp://127.0.0.1:… */
  url: string
  received: ReceivedMail[]
  close(): Promise<void>
}

/** A mail server on loopback, at a port of its own or at one where there was one before. */
export async function openMailServer(port = 0, options: Partial<SMTPServerOptions> = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    // Its warning about the certificate that it brings along.
    logger: false,
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parsed(Buffer.concat(chunks).toString('latin1')),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function parsed(source: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = splitPart(source)
  const boundary = /boundary="?([^";]+)/.exec(headerOf(headers, 'content-type'))?.[1]
  const parts = boundary ? body.split(`--${boundary}`).slice(1, -1).map(splitPart) : [{ headers, body }]
  const content = (type: string) => {
    const part = parts.find((part) => headerOf(part.headers, 'content-type').startsWith(type))
    return part ? decoded(part.body, headerOf(part.headers, 'content-transfer-encoding')) : ''
  }
  return { headers, text: content('text/plain'), html: content('text/html') }
}

function splitPart(source: string): { headers: string[]; body: string } {
  const trimmed = source.replace(/^\r\n/, '')
  const end = trimmed.indexOf('\r\n\r\n')
  return {
    headers: trimmed
      .slice(0, end)
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n'),
    body: trimmed.slice(end + 4),
  }
}

export const headerOf = (headers: string[], name: string): string =>
  headers
    .find((line) => line.toLowerCase().startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim() ?? ''

function decoded(body: string, encoding: string): string {
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(
          encoding === 'quoted-printable'
            ? body
                .replace(/=\r\n/g, '')
                .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
            : body,
          'latin1',
        )
  return bytes.toString('utf8').replaceAll('\r\n', '\n').trimEnd()
}

/** What a header says once its encoded words (RFC 2047) are read. */
export const readable = (value: string): string =>
  value.replace(/\?=\s+=\?/g, '?==?').replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
    how.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64').toString()
      : Buffer.from(
          word
            .replaceAll('_', ' ')
            .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString(),
  )
