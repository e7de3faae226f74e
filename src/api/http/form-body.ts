import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../platform/problem.ts'

const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

export const formTypes = [URL_ENCODED, MULTIPART] as const

/** Also accepts HTML forms, as an object of strings. */
export function acceptForms(app: FastifyInstance): void {
  for (const type of formTypes) app.addContentTypeParser(type, { parseAs: 'buffer' }, readForm)
}

/** Ignores files. Of several fields with one name, the last counts. */
async function readForm({ headers }: FastifyRequest, body: Buffer): Promise<Record<string, string>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
    .formData()
    .catch((cause) => {
      throw new Problem('BAD_USER_INPUT', 'Invalid form data', { cause })
    })
  if (isGarbled(form, body)) throw new Problem('BAD_USER_INPUT', 'Invalid form data')
  // Browsers send CR LF; the CR was not typed and must not count as a character.
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.replaceAll('\r\n', '\n')]] : [])),
  )
}

/** Other bytes than UTF-8 have been replaced. Files may have any. */
function isGarbled(form: FormData, body: Buffer): boolean {
  const isDamaged = [...form].some(([, value]) => typeof value === 'string' && value.includes('\ufffd'))
  return isDamaged && !hasReplacement(body)
}

/** The replacement character itself, plain or percent-encoded. */
const hasReplacement = (body: Buffer): boolean => body.includes('\ufffd') || /%ef%bf%bd/i.test(body.toString('latin1'))
