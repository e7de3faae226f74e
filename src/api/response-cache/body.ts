import { createHash } from 'node:crypto'
import { type ContentCoding, codingFor, compress } from '../http/content-coding.ts'
import type { CachedResponse } from './cache.ts'
import type { Message } from './write.ts'

export interface ResponseBody {
  coding: ContentCoding
  bytes: Buffer
  /** As in the `ETag` header, in quotes. */
  etag: string
  /** Made for the first client. */
  unchanged?: Message
  full?: Message
}

/** Smaller bodies fit into one packet. */
const COMPRESSED_FROM_BYTES = 1_024

/** Compressed once for everyone. */
export function bodyFor(
  { bytes, bodies, compressing }: CachedResponse,
  acceptEncoding: string | undefined,
): ResponseBody | Promise<ResponseBody> {
  const coding = codingOf(bytes, acceptEncoding)
  const ready = bodies.get(coding) ?? compressing.get(coding)
  if (ready) return ready
  const body = compressedBody(bytes, coding)
    .then((made) => {
      bodies.set(coding, made)
      return made
    })
    .finally(() => compressing.delete(coding))
  compressing.set(coding, body)
  return body
}

/** Null while it has to be compressed first. */
export const readyBody = ({ bytes, bodies }: CachedResponse, acceptEncoding: string | undefined) =>
  bodies.get(codingOf(bytes, acceptEncoding))

const codingOf = ({ length }: Buffer, acceptEncoding: string | undefined): ContentCoding =>
  length < COMPRESSED_FROM_BYTES ? 'identity' : codingFor(acceptEncoding)

export const identityBody = (bytes: Buffer): ResponseBody => bodyOf(bytes, 'identity')

const compressedBody = async (bytes: Buffer, coding: ContentCoding): Promise<ResponseBody> =>
  bodyOf(await compress(bytes, coding), coding)

function bodyOf(bytes: Buffer, coding: ContentCoding): ResponseBody {
  // A buffer often is a small part of a larger piece of memory, which it would keep alive.
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  const etag = `"${createHash('sha256').update(copy).digest('base64url').slice(0, 22)}"`
  return { coding, bytes: copy, etag }
}
