import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Bucket } from '../../src/platform/files/bucket-storage.ts'
import { listenOnLoopback } from './loopback.ts'

export interface FakeBucket {
  options: Bucket
  /** By path. */
  files: Map<string, { bytes: Buffer; type: string | undefined }>
  mode: 'ok' | 'fail' | 'refuse' | 'cut' | 'closeReused'
  /** Requests that came without a signature of AWS' version 4 by the key. */
  unsigned: number
  close(): Promise<void>
}

/** A bucket on loopback that speaks as S3 does, as far as single files go. */
export async function startFakeBucket(): Promise<FakeBucket> {
  const used = new WeakSet<Socket>()
  const server = createServer(async (request, response) => {
    const { method, url: path = '', headers } = request
    const signed =
      /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-1\/s3\/aws4_request, ?SignedHeaders=.*host.*Signature=[\da-f]{64}$/
    if (!signed.test(headers.authorization ?? '')) bucket.unsigned += 1
    const bytes = await buffer(request)
    const isReused = used.has(request.socket)
    used.add(request.socket)
    if (bucket.mode === 'cut' || (bucket.mode === 'closeReused' && isReused)) return request.socket.destroy()
    if (bucket.mode === 'fail' || bucket.mode === 'refuse') {
      const [status, code] = bucket.mode === 'fail' ? [500, 'InternalError'] : [403, 'AccessDenied']
      return response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`)
    }
    if (method === 'PUT') {
      bucket.files.set(path, { bytes, type: headers['content-type'] })
      return response.writeHead(200, { etag: '"x"' }).end()
    }
    if (method === 'DELETE') {
      bucket.files.delete(path)
      return response.writeHead(204).end()
    }
    const file = bucket.files.get(path)
    if (!file) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    return response.writeHead(200, { 'content-type': file.type ?? '' }).end(file.bytes)
  })
  const { url, close } = await listenOnLoopback(server)
  const bucket: FakeBucket = {
    options: {
      endpoint: `${url}/pictures`,
      region: 'eu-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
    files: new Map(),
    mode: 'ok',
    unsigned: 0,
    close,
  }
  return bucket
}
