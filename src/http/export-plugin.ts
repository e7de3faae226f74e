import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OwnerContext } from '../gateway/context.ts'
import type { CsvExport, CsvRow } from '../gateway/csv-export.ts'
import { firstMessage } from '../platform/input/first-mistake.ts'
import { Problem } from '../platform/problem.ts'
import { BYTE_ORDER_MARK, csvText } from './csv.ts'
import { answerOtherMethods } from './method-not-allowed.ts'

const FOLDER = '/api/sites/:subdomain/owner/export'
/** Not how long it may take: a client that takes nothing for so long has gone without a word. */
const STALLED_AFTER_MS = 60_000
/** Of one store in one process. Each holds some pages, up to 10 MB, for as long as its client takes to read them. */
export const EXPORTS_AT_ONCE = 3

/** How any list may be asked for. */
const format = z.object({ bom: z.enum(['true', 'false'], { error: 'must be true or false' }).optional() })

export interface ExportOptions {
  /** By the name of the file. */
  exports: Readonly<Record<string, CsvExport>>
  /** Asked before anything is read: what it throws is the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
}

/** Serves lists as CSV files, as fast as the client reads and no faster. */
export async function exportPlugin(app: FastifyInstance, { exports, contextOf }: ExportOptions): Promise<void> {
  const contexts = new WeakMap<FastifyRequest, OwnerContext>()
  const turns = createTurns()

  for (const [file, definition] of Object.entries(exports)) {
    app.route({
      method: 'GET',
      url: `${FOLDER}/${file}`,
      // It would read the whole list to say nothing of it.
      exposeHeadRoute: false,
      config: { endless: true },

      async onRequest(request, reply) {
        contexts.set(request, await contextOf(request, reply))
      },

      async handler(request, reply) {
        const context = contexts.get(request)
        if (!context) throw new Error('An export ran without its context')
        const query = definition.query.extend(format.shape).safeParse(request.query)
        if (!query.success) throw new Problem('BAD_USER_INPUT', queryMessage(query.error))
        turns.take(context.store.id, reply.raw)
        const pages = definition.pages(context, query.data)
        // What fails by now can still be told as what it is. Later the connection ends before the file does.
        const first = await pages.next()
        reply.raw.setTimeout(STALLED_AFTER_MS, () => reply.raw.destroy())
        return reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', `attachment; filename="${context.store.subdomain}-${file}"`)
          .header('Cache-Control', 'no-store')
          .send(
            Readable.from(textOf(definition.columns, first, pages, format.parse(query.data).bom === 'true'), {
              highWaterMark: 1,
            }),
          )
      },
    })
  }
  answerOtherMethods(
    app,
    Object.keys(exports).map((file) => `${FOLDER}/${file}`),
  )
}

/** Counts the exports that run, by store. */
function createTurns() {
  const running = new Map<string, number>()
  return {
    /** One until the answer has ended, in whichever way. @throws Problem RATE_LIMITED */
    take(storeId: string, answer: ServerResponse): void {
      // Its client has gone already: nothing will tell that it ends.
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

/** A text for each page; the first has the header, too. */
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

function queryMessage(error: Parameters<typeof firstMessage>[0]): string {
  const [name] = error.issues[0]?.path ?? []
  const message = firstMessage(error)
  return message.startsWith('must ') ? `${String(name)} ${message}` : message
}
