import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OwnerContext } from '../platform/context.ts'
import type { CsvExport, CsvRow } from '../platform/csv-export.ts'
import { firstMessage } from '../platform/input.ts'
import { Problem } from '../platform/problem.ts'
import { csvText } from './csv.ts'
import { answerOtherMethods } from './method-not-allowed.ts'

const FOLDER = '/api/sites/:subdomain/owner/export'
/** Not how long it may take: a client that takes nothing for so long has gone without a word. */
const STALLED_AFTER_MS = 60_000

export interface ExportOptions {
  /** By the name of the file. */
  exports: Readonly<Record<string, CsvExport>>
  /** Asked before anything is read: what it throws is the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
}

/** Serves lists as CSV files, as fast as the client reads and no faster. */
export async function exportPlugin(app: FastifyInstance, { exports, contextOf }: ExportOptions): Promise<void> {
  const contexts = new WeakMap<FastifyRequest, OwnerContext>()

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
        const query = definition.query.safeParse(request.query)
        if (!query.success) throw new Problem('BAD_USER_INPUT', queryMessage(query.error))
        const pages = definition.pages(context, query.data)
        // What fails by now can still be told as what it is. Later the connection ends before the file does.
        const first = await pages.next()
        reply.raw.setTimeout(STALLED_AFTER_MS, () => reply.raw.destroy())
        return reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', `attachment; filename="${context.store.subdomain}-${file}"`)
          .header('Cache-Control', 'no-store')
          .send(Readable.from(textOf(definition.columns, first, pages), { highWaterMark: 1 }))
      },
    })
  }
  answerOtherMethods(
    app,
    Object.keys(exports).map((file) => `${FOLDER}/${file}`),
  )
}

/** A text for each page; the first has the header, too. */
async function* textOf(
  columns: readonly string[],
  first: IteratorResult<CsvRow[]>,
  pages: AsyncGenerator<CsvRow[]>,
): AsyncGenerator<string> {
  try {
    yield csvText(columns, first.value ?? [], true)
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
