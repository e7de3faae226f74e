import type { Store } from '../../generated/prisma/client.ts'
import type { Services } from '../../graphql/context.ts'
import { importEntry } from '../../history/record-change.ts'
import { shown } from '../../platform/input/issues.ts'
import { Problem } from '../../platform/problem.ts'
import { changeContent } from '../../stores/change-content.ts'
import { chunks } from '../../stores/store-write.ts'
import { emitEvents } from '../../webhooks/emit-events.ts'
import type { RowMistake } from '../import/product-rows.ts'
import { chosenOptions } from '../product.ts'
import { lowStockEvents } from './low-stock.ts'
import { countersOf, lockCounters, type Recount, writeStocks } from './stock-list.sql.ts'

/** A counted stock. */
export interface StockRow {
  line: number
  sku: string
  /** Null stops counting. */
  stock: number | null
}

interface StockReport {
  changed: number
  unchanged: number
  mistakes: RowMistake[]
}

interface Options {
  dryRun?: boolean
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
  { dryRun = false, onProgress = () => {}, timeoutMs = 60_000 }: Options = {},
): Promise<StockReport> {
  const stored = new Map<string, number | null>()
  for (const { entries } of chunks(rows)) {
    const skus = entries.map(({ sku }) => sku)
    for (const { sku, stock } of await countersOf(services.db.prisma, store.id, skus)) stored.set(sku, stock)
  }
  const mistakes = [...repeatedSkus(rows), ...rows.filter(({ sku }) => !stored.has(sku)).map(unknownSku)]
  const wanted = rows.filter(({ sku, stock }) => stored.get(sku) !== stock)
  const report = { changed: wanted.length, unchanged: rows.length - wanted.length, mistakes: [] }
  if (mistakes.length > 0) return { ...report, mistakes: mistakes.toSorted((a, b) => a.line - b.line) }
  if (dryRun) return report

  const entry = importEntry({ store, services }, { subject: 'PRODUCT' })
  let changed = 0
  for (const { start, entries } of chunks(rows, AT_ONCE)) {
    const earlier = changed
    changed += await changeContent(
      { services, store },
      async (tx) => {
        const count = await writeBatch(tx, services, store, entries)
        if (count > 0) await entry.write(tx, `stock of ${earlier + count} products or variants set`)
        return count
      },
      undefined,
      { maxWait: MAX_WAIT_MS, timeout: timeoutMs },
    ).catch((error: unknown) => {
      throw start > 0 && error instanceof Problem ? brokenOff(error, start, rows.length) : error
    })
    onProgress(start + entries.length, rows.length)
  }
  return { changed, unchanged: rows.length - changed, mistakes: [] }
}

type Transaction = Parameters<Parameters<typeof changeContent>[1]>[0]

async function writeBatch(
  tx: Transaction,
  services: Pick<Services, 'clock' | 'jobs'>,
  store: Store,
  rows: readonly StockRow[],
): Promise<number> {
  const skus = rows.map(({ sku }) => sku)
  await lockCounters(tx, store.id, skus)
  const counters = new Map((await countersOf(tx, store.id, skus)).map((counter) => [counter.sku, counter]))
  const recounts = rows.flatMap((row): Recount[] => {
    const counter = counters.get(row.sku)
    if (!counter)
      throw new Problem('CONFLICT', `The store has changed meanwhile (row ${row.line}: ${unknownSku(row).message}).`, {
        reason: 'OUTDATED_VERSION',
      })
    return counter.stock === row.stock ? [] : [{ counter, stock: row.stock }]
  })
  await writeStocks(tx, store.id, recounts, services.clock())
  const moves = recounts.map(({ counter, stock }) => ({
    pool: { productId: counter.productId, variantId: counter.variantId },
    name: counter.name,
    options: chosenOptions(counter),
    before: counter.stock ?? Number.POSITIVE_INFINITY,
    after: stock ?? Number.POSITIVE_INFINITY,
  }))
  await emitEvents(tx, services, store.id, ({ lowStockThreshold }) => lowStockEvents(moves, lowStockThreshold))
  return recounts.length
}

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
