import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Shop } from './shop.ts'

/** A picture of 1600 × 1200 pixels, half red and half blue; or of other measures. */
export const drawing = (width = 1_600, height = 1_200) =>
  sharp({ create: { width, height, channels: 3, background: '#c22' } }).composite([
    { input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: '#22c' } }, left: 0, top: 0 },
  ])

/** What is answered of a picture that was not uploaded to this service. */
export const pictureAt = (url: string) => ({ url, alt: '', width: null, height: null, variants: [], thumbhash: null })

/** Uploads as a browser's form does. */
export async function upload(
  shop: Shop,
  { subdomain, key }: { subdomain: string; key: string | null },
  file: Buffer,
  { part = 'file', name = 'picture.jpg' }: { part?: string; name?: string } = {},
) {
  const form = new FormData()
  form.append('note', 'Whatever else a form has')
  form.append(part, new Blob([new Uint8Array(file)]), name)
  const request = new Request('http://shop', { method: 'POST', body: form })
  return send(shop, { subdomain, key }, Buffer.from(await request.arrayBuffer()), request.headers.get('content-type'))
}

/** Posts a body as it is. */
export async function send(
  shop: Shop,
  { subdomain, key }: { subdomain: string; key: string | null },
  payload: Buffer,
  type: string | null,
) {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${subdomain}/owner/media`,
    headers: { ...(type && { 'content-type': type }), ...(key && { authorization: `Bearer ${key}` }) },
    payload,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

export async function show(shop: Shop, url: string, headers: Record<string, string> = {}) {
  const answer = await shop.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

export const noId = randomUUID()
