import { StartProductImportDocument } from '../../../../../generated/console/documents.ts'
import { RequestError, request, requestJson, sitePath } from '../../data/request.ts'

/** In a row, for one part: about two minutes without a connection. */
const MOST_TRIES = 10
const LONGEST_PAUSE_SECONDS = 30

/**
 * Uploads the file in parts, each as often as it takes on a bad connection.
 * @returns the id of its import @throws RequestError
 */
export async function sendProductFile(
  store: string,
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { startProductImport: begun } = await request(store, StartProductImportDocument, {
    fileName: file.name,
    fileBytes: file.size,
  })
  if (!begun) throw new RequestError('INTERNAL_SERVER_ERROR', 'The upload could not be begun. Try again.')
  const { id, partBytes } = begun
  for (let number = 0; number * partBytes < file.size; number += 1) {
    const start = number * partBytes
    const part = await bytesOf(file.slice(start, start + partBytes))
    await sendPart(sitePath(store, `import/products/${id}/parts/${number}`), part, signal)
    onSent(start + part.byteLength)
  }
  return id
}

async function bytesOf(part: Blob): Promise<ArrayBuffer> {
  try {
    return await part.arrayBuffer()
  } catch {
    throw new RequestError('UNREADABLE', 'The file could not be read. Choose it again.')
  }
}

async function sendPart(path: string, body: ArrayBuffer, signal: AbortSignal): Promise<void> {
  const headers = { 'Content-Type': 'application/octet-stream' }
  for (let tries = 1; ; tries += 1) {
    try {
      return await requestJson(path, { method: 'PUT', headers, body, signal })
    } catch (error) {
      const isTemporary =
        error instanceof RequestError && ['OFFLINE', 'UNAVAILABLE', 'RATE_LIMITED'].includes(error.code)
      if (!isTemporary || tries === MOST_TRIES) throw error
      const seconds = error.retryAfter ?? Math.min(LONGEST_PAUSE_SECONDS, 2 ** (tries - 1))
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    }
  }
}
