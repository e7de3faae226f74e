import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkScope, KeyScope } from '../../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../../api/context.ts'
import { answerOtherMethods } from '../../../api/http/method-not-allowed.ts'
import { perRequest } from '../../../api/http/per-request.ts'
import {
  acquireUntil,
  type BodyRoom,
  type BodyRoomOptions,
  createBodyRoom,
} from '../../../platform/limits/body-room.ts'
import { Problem } from '../../../platform/problem.ts'
import type { ImportLine } from '../../../shared/answers.ts'
import { importRedirectFile } from '../redirects/import-redirect-file.ts'
import type { ListFile } from './file-body.ts'
import { importProductFile } from './import-file.ts'
import { importStockFile } from './import-stock-file.ts'

/** As of any request of owners. */
const MAX_BYTES = 8 * 1024 * 1024
const LINES = 'application/x-ndjson'
const ROOM = {
  // A body whose request waits longer than `requestTime` would not be read.
  arrivals: { perKey: 2, longestWaitMs: 10_000 },
  work: { permits: 2, perKey: 1, longestWaitMs: 30_000 },
  maxBytes: 64 * 1024 * 1024,
}

interface FileImport {
  scope: KeyScope
  run: (context: OwnerContext, file: ListFile) => Promise<object>
}

/** What each file is, by its name in the path. */
const imports: Readonly<Record<string, FileImport>> = {
  'products.csv': { scope: KeyScope.CATALOGUE, run: importProductFile },
  'stock.csv': { scope: KeyScope.CATALOGUE, run: importStockFile },
  'redirects.csv': { scope: KeyScope.SETTINGS, run: importRedirectFile },
}

export interface ImportOptions {
  /** Of the paths, such as `/owner/import`. */
  folder: string
  /** One for all paths. */
  room: BodyRoom
  /** Called before the body is read; its errors are the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
}

export const createImportRoom = (others: Partial<BodyRoomOptions> = {}): BodyRoom =>
  createBodyRoom({ ...ROOM, ...others })

/** Takes CSV files. With `Accept: application/x-ndjson` it says how far it is, a line of JSON each time. */
export async function importPlugin(app: FastifyInstance, { folder, room, contextOf }: ImportOptions): Promise<void> {
  app.addContentTypeParser('text/csv', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_, body, done) => done(null, body))
  for (const [name, fileImport] of Object.entries(imports)) {
    takeFiles(app, `${folder}/${name}`, fileImport, { room, contextOf })
  }
  answerOtherMethods(
    app,
    Object.keys(imports).map((name) => `${folder}/${name}`),
  )
}

function takeFiles(
  app: FastifyInstance,
  path: string,
  { scope, run: importFile }: FileImport,
  { room, contextOf }: Omit<ImportOptions, 'folder'>,
): void {
  const contexts = perRequest<OwnerContext>()
  app.post(path, {
    bodyLimit: MAX_BYTES,
    config: { endless: true },

    async onRequest(request, reply) {
      const context = await contextOf(request, reply)
      checkScope(context.caller, [scope])
      const release = await room.arrivals.acquire(context.store.id)
      // Already disconnected, so `close` would not be emitted again.
      if (reply.raw.destroyed) release()
      else reply.raw.once('finish', release).once('close', release)
      contexts.set(request, context)
    },

    async handler(request, reply) {
      const context = contexts.get(request)
      const { body: bytes, query } = request
      if (!(bytes instanceof Uint8Array)) {
        throw new Problem('BAD_USER_INPUT', 'Send the file as the body, with Content-Type: text/csv.')
      }
      reply.header('Cache-Control', 'no-store')
      const end = await begin(room, context.store.id, bytes)
      if (request.headers.accept !== LINES) return importFile(context, { bytes, query }).finally(end)
      const lines = new PassThrough()
      const write = (line: ImportLine<unknown>) => lines.writable && lines.write(`${JSON.stringify(line)}\n`)
      const onProgress = (done: number, total: number) => write({ done, total })
      const importing = importFile(context, { bytes, query, onProgress }).finally(end)
      // Goes on when the client has gone, so that no half of a file is stored.
      importing
        .then(
          (report) => write({ report }),
          (error: unknown) => write({ error: failureOf(error, request) }),
        )
        .finally(() => lines.end())
      return reply.type(LINES).send(lines)
    },
  })
}

/** Counts the file while it waits: one that is being imported is not given up. @throws Problem UNAVAILABLE */
async function begin({ memory, work }: BodyRoom, storeId: string, bytes: Uint8Array): Promise<() => void> {
  const allocation = memory.open(storeId)
  allocation.add(bytes.length)
  try {
    return await acquireUntil(work, storeId, allocation.signal)
  } finally {
    allocation.close()
  }
}

type FailedLine = Extract<ImportLine<unknown>, { error: object }>

function failureOf(error: unknown, { log }: FastifyRequest): FailedLine['error'] {
  if (error instanceof Problem) return { code: error.code, reason: error.reason, message: error.message }
  log.error(error)
  return { code: 'INTERNAL_SERVER_ERROR', message: 'Failed to import the file' }
}
