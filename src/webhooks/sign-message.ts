import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret in the format of Standard Webhooks. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export interface Signable {
  id: string
  body: string
  sentAt: Date
}

/** The headers of Standard Webhooks, with one signature per secret. */
export function messageHeaders(secrets: readonly string[], { id, body, sentAt }: Signable): Record<string, string> {
  const timestamp = Math.floor(sentAt.getTime() / 1000).toString()
  const signature = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret)}`).join(' '),
  }
}
