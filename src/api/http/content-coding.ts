import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** As in `Content-Encoding`. */
export type ContentCoding = 'identity' | 'gzip' | 'br'

const codings = ['br', 'gzip'] as const

const known = new LRUCache<string, ContentCoding>({ max: 1_000 })
const USUAL_LENGTH = 100

/** Allowed by `Accept-Encoding`. */
export function codingFor(acceptEncoding: string | undefined): ContentCoding {
  if (acceptEncoding === undefined) return 'identity'
  if (acceptEncoding.length > USUAL_LENGTH) return bestOf(acceptEncoding)
  let coding = known.get(acceptEncoding)
  if (coding === undefined) {
    coding = bestOf(acceptEncoding)
    known.set(acceptEncoding, coding)
  }
  return coding
}

function bestOf(acceptEncoding: string): ContentCoding {
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(weighted))
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0) ?? 'identity'
}

/** `gzip;q=0.5` as name and weight. */
function weighted(entry: string): [string, number] {
  const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return [name, weight === undefined ? 1 : Number(weight) || 0]
}

const compressions = {
  identity: async (body: Buffer) => body,
  gzip: promisify(gzip),
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        // The highest level takes a hundred times as long for a tenth fewer bytes.
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
}

/** In a thread of Node's pool. */
export const compress = (body: Buffer, coding: ContentCoding): Promise<Buffer> => compressions[coding](body)
