import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkConfirmed } from '../../../api/admission/confirmed-lately.ts'
import { checkScope, KeyScope } from '../../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../../api/context.ts'
import { answerOtherMethods } from '../../../api/http/method-not-allowed.ts'
import { perRequest } from '../../../api/http/per-request.ts'
import type { Store } from '../../../generated/prisma/client.ts'
import { refusedInput } from '../../../platform/input/issues.ts'
import { Problem } from '../../../platform/problem.ts'
import type { CsvExport, CsvRow } from './csv-export.ts'
import { BYTE_ORDER_MARK, csvText, type SheetLocale } from './csv-text.ts'
import { flag } from './export-query.ts'

/** Since the client last read. The export as a whole has no time limit. */
const STALLED_AFTER_MS = 60_000
/** Per store and process. Each holds a few pages until its client has read them. */
export const EXPORTS_AT_ONCE = 3

const format = z.object({
  bom: flag,
  for: z.enum(['programs', 'excel'], { error: 'must be one of: programs, excel' }).optional(),
  decimal: z.enum(['point', 'comma'], { error: 'must be one of: point, comma' }).optional(),
})

/** Null writes the file for programs. */
function sheetOf(query: z.output<typeof format>, { timeZone }: Store): SheetLocale | null {
  return query.for === 'excel' ? { hasDecimalComma: query.decimal === 'comma', timeZone } : null
}

export interface ExportOptions {
  /** Their path, without a slash at its end. */
  folder: string
  /** By file name. */
  exports: Readonly<Record<string, CsvExport>>
  /** One for all folders. */
  running: RunningExports
  /** Called before the body is read; its errors are the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
}

/** Reads each list only as fast as the client does. */
export async function exportPlugin(
  app: FastifyInstance,
  { folder, exports, running, contextOf }: ExportOptions,
): Promise<void> {
  const contexts = perRequest<OwnerContext>()

  for (const [file, definition] of Object.entries(exports)) {
    app.route({
      method: 'GET',
      url: `${folder}/${file}`,
      // A HEAD request would read the whole list for nothing.
      exposeHeadRoute: false,
      config: { endless: true },

      async onRequest(request, reply) {
        const context = await contextOf(request, reply)
        checkScope(context.caller, [definition.scope, KeyScope.READ])
        if (definition.confirmsAgain) checkConfirmed(context.confirmedAt, context.services.clock())
        contexts.set(request, context)
      },

      async handler(request, reply) {
        const context = contexts.get(request)
        const query = definition.query.extend(format.shape).safeParse(request.query)
        if (!query.success) throw refusedInput({ issues: query.error.issues.map(named) })
        running.acquire(context.store.id, reply.raw)
        const written = format.parse(request.query)
        const sheet = sheetOf(written, context.store)
        const isMarked = written.bom ?? sheet !== null
        const columns = await definition.columns(query.data, context)
        const pages = definition.pages(context, query.data, columns)
        // An error in the first page still gets its status; later ones close the connection.
        const first = await pages.next()
        reply.raw.setTimeout(STALLED_AFTER_MS, () => reply.raw.destroy())
        return reply
          .type('text/csv; charset=utf-8')
          .header('Content-Disposition', `attachment; filename="${context.store.subdomain}-${file}"`)
          .header('Cache-Control', 'no-store')
          .send(Readable.from(textOf({ columns, sheet, isMarked }, first, pages), { highWaterMark: 1 }))
      },
    })
  }
  answerOtherMethods(
    app,
    Object.keys(exports).map((file) => `${folder}/${file}`),
  )
}

/** Per store. */
export interface RunningExports {
  /** Until the answer has ended. @throws Problem RATE_LIMITED when too many run */
  acquire(storeId: string, answer: ServerResponse): void
}

export function createRunningExports(): RunningExports {
  const running = new Map<string, number>()
  return {
    acquire(storeId, answer) {
      // Already disconnected, so `close` would not be emitted again.
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

/** One text per page; the first starts with the header. */
async function* textOf(
  { columns, sheet, isMarked }: { columns: readonly string[]; sheet: SheetLocale | null; isMarked: boolean },
  first: IteratorResult<CsvRow[]>,
  pages: AsyncGenerator<CsvRow[]>,
): AsyncGenerator<string> {
  try {
    yield (isMarked ? BYTE_ORDER_MARK : '') + csvText(columns, first.value ?? [], true, sheet)
    for await (const page of pages) if (page.length > 0) yield csvText(columns, page, false, sheet)
  } finally {
    await pages.return(undefined)
  }
}

/** zod's own message leaves the parameter out. */
const named = (issue: z.core.$ZodIssue): z.core.$ZodIssue => ({
  ...issue,
  ...(issue.message.startsWith('must ') && { message: `${String(issue.path[0])} ${issue.message}` }),
})
