import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OwnerContext } from '../../graphql/context.ts'
import { answerOtherMethods } from '../../http/method-not-allowed.ts'
import { refusedInput } from '../../platform/input/issues.ts'
import { Problem } from '../../platform/problem.ts'
import type { CsvExport, CsvRow } from './csv-export.ts'
import { BYTE_ORDER_MARK, csvText } from './csv-export.ts'

const FOLDER = '/api/sites/:subdomain/owner/export'
/** How long a client may read nothing before the connection is closed. The export as a whole has no time limit. */
const STALLED_AFTER_MS = 60_000
/**
 * Exports of one store that may run at once in one process. Each holds a few pages until its client has read them.
 */
export const EXPORTS_AT_ONCE = 3

/** Query parameters that every export takes. */
const format = z.object({ bom: z.enum(['true', 'false'], { error: 'must be true or false' }).optional() })

export interface ExportOptions {
  /** By file name. */
  exports: Readonly<Record<string, CsvExport>>
  /** Called before the body is read; an error that it throws is the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
}

/** Serves lists as CSV files, reading each only as fast as the client does. */
export async function exportPlugin(app: FastifyInstance, { exports, contextOf }: ExportOptions): Promise<void> {
  const contexts = new WeakMap<FastifyRequest, OwnerContext>()
  const running = createRunningExports()

  for (const [file, definition] of Object.entries(exports)) {
    app.route({
      method: 'GET',
      url: `${FOLDER}/${file}`,
      // A HEAD request would read the whole list for nothing.
      exposeHeadRoute: false,
      config: { endless: true },

      async onRequest(request, reply) {
        contexts.set(request, await contextOf(request, reply))
      },

      async handler(request, reply) {
        const context = contexts.get(request)
        if (!context) throw new Error('An export ran without its context')
        const query = definition.query.extend(format.shape).safeParse(request.query)
        if (!query.success) throw refusedInput({ issues: query.error.issues.map(named) })
        running.acquire(context.store.id, reply.raw)
        const pages = definition.pages(context, query.data)
        // An error in the first page can still be answered with its status. After that the connection is closed before
        // the file is complete.
        const first = await pages.next()
        reply.raw.setTimeout(STALLED_AFTER_MS, () => reply.raw.destroy())
        return reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', `attachment; filename="${context.store.subdomain}-${file}"`)
          .header('Cache-Control', 'no-store')
          .send(
            Readable.from(
              textOf(definition.columns(query.data), first, pages, format.parse(query.data).bom === 'true'),
              {
                highWaterMark: 1,
              },
            ),
          )
      },
    })
  }
  answerOtherMethods(
    app,
    Object.keys(exports).map((file) => `${FOLDER}/${file}`),
  )
}

/** Counts the running exports of each store. */
function createRunningExports() {
  const running = new Map<string, number>()
  return {
    /**
     * Counts an export as running until its answer has ended.
     * @throws Problem RATE_LIMITED when too many run
     */
    acquire(storeId: string, answer: ServerResponse): void {
      // The client has already disconnected, so `close` would not be emitted again.
      if (answer.destroyed) return
      const others = running.get(storeId) ?? 0
      if (others >= EXPORTS_AT_ONCE) {
        const message = `${EXPORTS_AT_ONCE} exports of this store are under way. Try again when one has ended.`
        throw new Problem('RATE_LIMITED', message, { retryAfter: 5 })
      }
      running.set(storeId, others + 1)
      let hasEnded = false
      const end = () => {
        if (hasEnded) return
        hasEnded = true
        const left = (running.get(storeId) ?? 0) - 1
        if (left > 0) running.set(storeId, left)
        else running.delete(storeId)
      }
      answer.once('finish', end).once('close', end)
    },
  }
}

/** One text for each page; the first starts with the header. */
async function* textOf(
  columns: readonly string[],
  first: IteratorResult<CsvRow[]>,
  pages: AsyncGenerator<CsvRow[]>,
  isMarked: boolean,
): AsyncGenerator<string> {
  try {
    yield (isMarked ? BYTE_ORDER_MARK : '') + csvText(columns, first.value ?? [], true)
    for await (const page of pages) if (page.length > 0) yield csvText(columns, page, false)
  } finally {
    await pages.return(undefined)
  }
}

/** With a message that names its parameter, where zod's own leaves that out. */
const named = (issue: z.core.$ZodIssue): z.core.$ZodIssue => ({
  ...issue,
  ...(issue.message.startsWith('must ') && { message: `${String(issue.path[0])} ${issue.message}` }),
})
