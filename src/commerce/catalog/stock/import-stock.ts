import type { Caller } from '../../../api/admission/caller.ts'
import type { Services } from '../../../api/context.ts'
import type { Store } from '../../../generated/prisma/client.ts'
import { shown } from '../../../platform/input/issues.ts'
import { Problem } from '../../../platform/problem.ts'
import { importEntry } from '../../history/record-change.ts'
import { changeContent } from '../../stores/change-content.ts'
import { chunks } from '../../stores/store-write.ts'
import { emitEvents } from '../../webhooks/emit-events.ts'
import type { RowMistake } from '../import/product-rows.ts'
import { chosenOptions } from '../product.ts'
import { lowStockEvents } from './low-stock.ts'
import { type CodedCounter, countersOf, lockCounters, type Recount, writeStocks } from './stock-list.sql.ts'

/** A counted stock. */
export interface StockRow {
  line: number
  sku: string
  /** Null stops counting. */
  stock: number | null
}

export interface StockChange extends StockRow {
  /** Null when it was not counted. */
  before: number | null
  counter: CodedCounter
}

interface StockReport {
  changes: StockChange[]
  /** Rows whose stock is as they say. */
  unchanged: number
  /** Rows that were left out, because no product or variant has their SKU. */
  unknown: StockRow[]
  mistakes: RowMistake[]
}

interface Options {
  dryRun?: boolean
  /** Leaves out rows whose SKU is unknown, which otherwise is a mistake. */
  skipUnknown?: boolean
  /** In whose name; without it by a user of the command line. */
  caller?: Pick<Caller, 'kind' | 'id'>
  onProgress?: (done: number, total: number) => void
  /** Milliseconds of each transaction. */
  timeoutMs?: number
}

/** Between batches the locks are released, so that checkouts wait briefly. */
const AT_ONCE = 500
const MAX_WAIT_MS = 30_000

/**
 * Sets stocks by SKU. Nothing is written when a row has a mistake.
 * @throws Problem CONFLICT or UNAVAILABLE, with the number written, when a later batch fails
 */
export async function importStock(
  services: Pick<Services, 'db' | 'stores' | 'clock' | 'jobs'>,
  store: Store,
  rows: readonly StockRow[],
  { dryRun = false, skipUnknown = false, caller, onProgress = () => {}, timeoutMs = 60_000 }: Options = {},
): Promise<StockReport> {
  const counters = new Map<string, CodedCounter>()
  for (const { entries } of chunks(rows)) {
    const skus = entries.map(({ sku }) => sku)
    for (const counter of await countersOf(services.db.prisma, store.id, skus)) counters.set(counter.sku, counter)
  }
  const unknown = rows.filter(({ sku }) => !counters.has(sku))
  const mistakes = [...repeatedSkus(rows), ...(skipUnknown ? [] : unknown.map(unknownSku))].toSorted(byLine)
  const known = rows.filter(({ sku }) => counters.has(sku))
  const expected = changesOf(known, counters)
  const report = { unknown: skipUnknown ? unknown : [], mistakes }
  if (dryRun || mistakes.length > 0) {
    return { ...report, changes: expected, unchanged: known.length - expected.length }
  }
  const entry = importEntry({ store, services, caller }, { subject: 'PRODUCT' })
  const changes: StockChange[] = []
  for (const { start, entries } of chunks(known, AT_ONCE)) {
    const written = await changeContent(
      { services, store },
      async (tx) => {
        const batch = await writeBatch(tx, services, store, entries)
        const count = changes.length + batch.length
        if (batch.length > 0) await entry.write(tx, `stock of ${count} products or variants set`)
        return batch
      },
      undefined,
      { maxWait: MAX_WAIT_MS, timeout: timeoutMs },
    ).catch((error: unknown) => {
      throw start > 0 && error instanceof Problem ? brokenOff(error, start, known.length) : error
    })
    changes.push(...written)
    onProgress(start + entries.length, known.length)
  }
  return { ...report, changes, unchanged: known.length - changes.length }
}

/** @throws Problem CONFLICT when a row has no counter */
const changesOf = (rows: readonly StockRow[], counters: ReadonlyMap<string, CodedCounter>): StockChange[] =>
  rows.flatMap((row): StockChange[] => {
    const counter = counters.get(row.sku)
    if (!counter)
      throw new Problem('CONFLICT', `The store has changed meanwhile (row ${row.line}: ${unknownSku(row).message}).`, {
        reason: 'OUTDATED_VERSION',
      })
    return counter.stock === row.stock ? [] : [{ ...row, counter, before: counter.stock }]
  })

type Transaction = Parameters<Parameters<typeof changeContent>[1]>[0]

async function writeBatch(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'jobs'>,
  store: Store,
  rows: readonly StockRow[],
): Promise<StockChange[]> {
  const skus = rows.map(({ sku }) => sku)
  await lockCounters(tx, store.id, skus)
  const counters = new Map((await countersOf(tx, store.id, skus)).map((counter) => [counter.sku, counter]))
  const changes = changesOf(rows, counters)
  await writeStocks(tx, store.id, changes satisfies Recount[], services.clock())
  const moves = changes.map(({ counter, before, stock }) => ({
    pool: { productId: counter.productId, variantId: counter.variantId },
    name: counter.name,
    options: chosenOptions(counter),
    before: before ?? Number.POSITIVE_INFINITY,
    after: stock ?? Number.POSITIVE_INFINITY,
  }))
  await emitEvents(tx, services, store.id, ({ lowStockThreshold }) => lowStockEvents(moves, lowStockThreshold))
  return changes
}

const byLine = (a: RowMistake, b: RowMistake) => a.line - b.line

const unknownSku = ({ line, sku }: StockRow): RowMistake => ({
  line,
  field: 'sku',
  message: `expected the SKU of a product or variant, found ${shown(sku)}`,
})

function repeatedSkus(rows: readonly StockRow[]): RowMistake[] {
  const firsts = new Map<string, number>()
  return rows.flatMap(({ line, sku }) => {
    const first = firsts.get(sku)
    if (first !== undefined)
      return [{ line, field: 'sku', message: `expected a SKU that line ${first} does not have already` }]
    firsts.set(sku, line)
    return []
  })
}

const brokenOff = (cause: Problem, written: number, all: number) =>
  new Problem(cause.code, `${written} of ${all} rows are written, then: ${cause.message} Import the file again.`, {
    cause,
    reason: cause.reason,
  })
