import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../platform/problem.ts'

const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

export const formTypes = [URL_ENCODED, MULTIPART] as const

/** Accepts what plain HTML forms send, beside what is accepted already: an object of texts. The body limit bounds it. */
export function acceptForms(app: FastifyInstance): void {
  for (const type of formTypes) app.addContentTypeParser(type, { parseAs: 'buffer' }, readForm)
}

/** Files are left out; of several fields with one name the last one counts. */
async function readForm({ headers }: FastifyRequest, body: Buffer): Promise<Record<string, string>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
    .formData()
    .catch((cause) => {
      throw new Problem('BAD_USER_INPUT', 'Invalid form data', { cause })
    })
  // Browsers send each line break as CR LF, which is no part of what was typed, nor of its length.
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [])),
  )
}
