import type { Prisma } from '../../../generated/prisma/client.ts'
import { lockName } from '../../../platform/database/row-lock.sql.ts'
import { shown } from '../../../platform/input/issues.ts'
import type { ProblemReason } from '../../../shared/reasons.ts'
import { chunks, type Tally } from '../../stores/store-write.ts'
import { productPage } from './find-redirect.ts'
import { readSource, readTarget } from './redirect-address.ts'
import { type ReadRedirect, resolveChains } from './redirect-chains.ts'
import { type Destination, leadOn, redirectsBelow } from './redirects.sql.ts'

/** Of its owner; what imports of products add is not counted. */
export const MAX_REDIRECTS = 20_000

export interface RedirectEntry {
  from: string
  to: string
}

export interface RedirectMistake {
  /** Of the entry. */
  index: number
  field: 'from' | 'to'
  message: string
  reason?: ProblemReason
}

export interface RedirectWrite {
  tx: Prisma.TransactionClient
  store: { id: string; subdomain: string }
  /** Checks and counts, and writes nothing. */
  isTrial?: boolean
  /** An import of products adds what it can, and changes nothing that the owner has set. */
  isByImport?: boolean
}

/** Call it before the other locks of a transaction: two changes at once could make a loop, or too many. */
export const lockRedirects = (tx: Prisma.TransactionClient, { id }: { id: string }) => lockName(tx, `redirects ${id}`)

/** Nothing is written with mistakes, or where `total` is above the limit. */
export interface WrittenRedirects {
  tally: Tally
  mistakes: RedirectMistake[]
  /** How many redirects of the owner there are, or would be. */
  total: number
}

type Row = { source: string } & Destination

/**
 * Finds redirects by where they begin, and lets earlier ones that lead there lead to the new target at once. Call it
 * behind `lockRedirects`.
 */
export async function writeRedirects(
  write: RedirectWrite,
  entries: readonly RedirectEntry[],
): Promise<WrittenRedirects> {
  const { tx, store, isTrial = false, isByImport = false } = write
  const where = { storeId: store.id, kind: 'PATH' } as const
  const { list, mistakes } = readEntries(entries, store.subdomain)
  const { resolved, loops } = resolveChains(list, await leadingOn(write, list))
  for (const { index, expected } of loops) {
    const at = list[index]?.index ?? 0
    mistakes.push({ ...mistakeAt(at, 'to', expected, entries[at]?.to ?? ''), reason: 'REDIRECT_LOOP' })
  }
  const refused = new Set(loops.map(({ index }) => index))
  const all = await rowsOf(
    write,
    resolved.filter((_, index) => !refused.has(index)),
  )
  const stored = await storedOf(write, all)
  const rows = isByImport ? all.filter(({ source }) => !stored.get(source)?.byOwner) : all
  const created = rows.filter(({ source }) => !stored.has(source))
  const updated = rows.filter((row) => {
    const before = stored.get(row.source)
    return before !== undefined && !(before.byOwner === !isByImport && isSame(before, row))
  })
  const own = await tx.redirect.count({ where: { ...where, byOwner: true } })
  const total = own + created.length + updated.filter(({ source }) => !stored.get(source)?.byOwner).length
  const tally = {
    ...{ created: created.length, updated: updated.length },
    unchanged: rows.length - created.length - updated.length,
  }
  const report = { tally, mistakes: mistakes.toSorted((a, b) => a.index - b.index), total }
  if (isTrial || (!isByImport && (mistakes.length > 0 || total > MAX_REDIRECTS))) return report
  for (const { entries: some } of chunks(updated))
    await tx.redirect.deleteMany({ where: { ...where, source: { in: some.map(({ source }) => source) } } })
  const moments = updated.map((row) => ({ ...row, createdAt: stored.get(row.source)?.createdAt ?? new Date() }))
  for (const { entries: some } of chunks<Row>([...created, ...moments]))
    await tx.redirect.createMany({ data: some.map((row) => ({ ...row, ...where, byOwner: !isByImport })) })
  for (const { entries: some } of chunks(rows)) await leadOn(tx, store.id, some)
  return report
}

type Listed = ReadRedirect & { index: number }

function readEntries(entries: readonly RedirectEntry[], subdomain: string) {
  const mistakes: RedirectMistake[] = []
  const list: Listed[] = []
  const firsts = new Map<string, number>()
  for (const [index, { from, to }] of entries.entries()) {
    const source = readSource(from, subdomain)
    const target = readTarget(to, subdomain)
    if ('expected' in source) mistakes.push(mistakeAt(index, 'from', source.expected, from))
    else if (firsts.has(source.source))
      mistakes.push(mistakeAt(index, 'from', 'an address that no other redirect of the list begins at', from))
    if ('expected' in target) mistakes.push(mistakeAt(index, 'to', target.expected, to))
    if ('expected' in source || 'expected' in target || firsts.has(source.source)) continue
    firsts.set(source.source, index)
    list.push({ ...source, to: target, index })
  }
  return { list, mistakes }
}

const mistakeAt = (index: number, field: 'from' | 'to', expected: string, found: string): RedirectMistake => ({
  ...{ index, field },
  message: `expected ${expected}, found ${shown(found)}`,
})

/** Where a target of the list would lead on from, by redirects that are not in the list. */
async function leadingOn({ tx, store }: RedirectWrite, list: readonly Listed[]): Promise<Map<string, string>> {
  const sources = new Set(list.map(({ source }) => source))
  const found = new Map<string, string>()
  for (const { entries } of chunks([...new Set(list.map(({ to }) => to.path))]))
    for (const { source, path, target, slug } of await redirectsBelow(tx, store.id, entries))
      if (!sources.has(source)) found.set(path, target ?? productPage(slug ?? ''))
  return found
}

/** What leads to a product's page finds it whatever its slug will be. */
async function rowsOf({ tx, store }: RedirectWrite, list: readonly ReadRedirect[]): Promise<Row[]> {
  const slugs = new Set(list.flatMap(({ to }) => to.slug ?? []))
  const products = new Map<string, string>()
  for (const { entries } of chunks([...slugs])) {
    const found = await tx.product.findMany({
      where: { storeId: store.id, slug: { in: [...entries] } },
      select: { id: true, slug: true },
    })
    for (const { id, slug } of found) products.set(slug, id)
  }
  return list.map(({ source, to: { target, path, slug } }) => {
    const productId = slug === null ? undefined : products.get(slug)
    return productId === undefined
      ? { source, productId: null, target, targetPath: path }
      : { source, productId, target: null, targetPath: null }
  })
}

async function storedOf({ tx, store }: RedirectWrite, rows: readonly Row[]) {
  const stored = new Map<string, Destination & { byOwner: boolean; createdAt: Date }>()
  for (const { entries } of chunks(rows)) {
    const found = await tx.redirect.findMany({
      where: { storeId: store.id, kind: 'PATH', source: { in: entries.map(({ source }) => source) } },
      select: { source: true, productId: true, target: true, targetPath: true, byOwner: true, createdAt: true },
    })
    for (const { source, ...row } of found) stored.set(source, row)
  }
  return stored
}

const isSame = (one: Destination, other: Destination): boolean =>
  one.productId === other.productId && one.target === other.target
