import { S3mini } from 's3mini'
import { Problem } from '../problem.ts'
import type { FileStorage } from './folder-storage.ts'

export interface Bucket {
  /** Such as `https://s3.eu-central-1.amazonaws.com/shop-pictures`. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const ANSWER_WITHIN_MS = 15_000

export function createBucketStorage(bucket: Bucket): FileStorage {
  const s3 = new S3mini({ ...bucket, requestAbortTimeout: ANSWER_WITHIN_MS, fetch: fetchTwice })
  return {
    read: (name) =>
      asked(async () => {
        const response = await s3.getObjectResponse(name)
        return response && Buffer.from(await response.arrayBuffer())
      }),
    write: (name, bytes, contentType) =>
      asked(async () => {
        await s3.putObject(name, bytes, contentType)
      }),
    remove: (name) =>
      asked(async () => {
        await s3.deleteObject(name)
      }),
  }
}

/**
 * The bucket may have closed an idle connection that is used again. Every request may be repeated: pictures are read,
 * written and deleted whole.
 */
const fetchTwice: typeof fetch = (input, init) =>
  fetch(input, init).catch((error: unknown) => {
    if (init?.signal?.aborted) throw error
    return fetch(input, init)
  })

/** The cause is for the log: it may name the bucket, and never its keys. */
async function asked<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (cause) {
    throw new Problem('UNAVAILABLE', 'Picture storage is not responding. Please try again.', {
      cause,
      retryAfter: 5,
    })
  }
}
