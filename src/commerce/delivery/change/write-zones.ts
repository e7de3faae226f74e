import { isDeepStrictEqual } from 'node:util'
import { Prisma, type ShippingMethod, type ShippingZone } from '../../../generated/prisma/client.ts'
import { placeBehind } from '../../../platform/input/fields.ts'
import { issueAt, type Path } from '../../../platform/input/issues.ts'
import { differs, given, isNotEmpty, type StoreWrite } from '../../stores/store-write.ts'
import { mergedMethod } from './merge-method.ts'
import { zoneEntries } from './zone-entries.ts'
import { MAX_METHODS, MAX_ZONES, type ZoneEntry } from './zone-format.ts'

type Target = Pick<StoreWrite, 'tx' | 'storeId' | 'currency' | 'issues'>
export type OwnerZone = ShippingZone & { methods: ShippingMethod[] }

export const methodsInOrder = { orderBy: [{ position: 'asc' as const }, { code: 'asc' as const }] }

/**
 * Finds zones and methods by code. A list of all zones gives their order; otherwise new zones come behind the others.
 * Call it with the store's row locked, since it counts them.
 * @returns whether anything has changed
 */
export async function writeZones(target: Target, zones: readonly ZoneEntry[]): Promise<boolean> {
  const { tx, storeId } = target
  if (zones.length === 0) return false
  const pathOf = (index: number): Path => ['store', 'shipping', 'zones', index]
  const codes = zones.map(({ code }) => code)
  const rows = await tx.shippingZone.findMany({
    where: { storeId, code: { in: codes } },
    include: { methods: methodsInOrder },
  })
  const stored = new Map(rows.map((row) => [row.code, row]))
  const others = await otherZones(target, pathOf(0), codes)
  if (!others) return false
  let isChanged = false
  for (const [index, entry] of zones.entries()) {
    const zone = stored.get(entry.code) ?? null
    const position = others.count === 0 ? index : (zone?.position ?? placeBehind(others.places, index))
    const written = await writeZone(target, entry, zone, { path: pathOf(index), position })
    isChanged ||= written !== zone
  }
  return isChanged
}

/** Besides those of a list; null, and an issue, when there would be too many. */
async function otherZones({ tx, storeId, issues }: Target, path: Path, codes: readonly string[]) {
  const others = await tx.shippingZone.aggregate({
    where: { storeId, code: { notIn: [...codes] } },
    _count: true,
    _max: { position: true },
  })
  const total = others._count + codes.length
  if (total > MAX_ZONES) {
    issues.push(issueAt(path, `at most ${MAX_ZONES} zones in the store`, total))
    return null
  }
  return { count: others._count, places: others._max.position === null ? [] : [others._max.position] }
}

/**
 * A single zone, whose methods are as the entry lists them.
 * @param stored as it is, with the store's row locked; null for a new one
 * @returns what is stored now; null, or anything, when `target` has issues
 */
export async function writeWholeZone(
  target: Target,
  entry: ZoneEntry,
  stored: OwnerZone | null,
  position: number | undefined,
): Promise<OwnerZone | null> {
  const others = stored ? null : await otherZones(target, [], [entry.code])
  if (!stored && !others) return null
  const place = position ?? stored?.position ?? placeBehind(others?.places ?? [], 0)
  return writeZone(target, entry, stored, { path: [], position: place, isWhole: true })
}

/** @returns `stored` when nothing changes */
async function writeZone(
  target: Target,
  { code, methods, ...rest }: ZoneEntry,
  stored: OwnerZone | null,
  { path, position, isWhole = false }: { path: Path; position: number; isWhole?: boolean },
): Promise<OwnerZone> {
  const { tx, storeId, issues } = target
  const written = { ...given(rest), position }
  const wanted = { ...written, ...readCodes(target, path, written, stored) }
  const merged = { name: '', countries: [], regions: [], ...stored, ...wanted }
  if (merged.name === '') issues.push(issueAt([...path, 'name'], 'one, which a new zone needs', undefined))
  checkRegions(target, path, merged)

  const zone = stored ?? (await tx.shippingZone.create({ data: { ...wanted, storeId, code, name: merged.name } }))
  const changed = methods && (await writeMethods(target, [...path, 'methods'], zone.id, { methods, stored, isWhole }))
  if (!stored) return { ...zone, methods: changed ?? [] }
  if (!changed && !differs(stored, wanted)) return stored
  const where = { storeId_id: { storeId, id: stored.id } }
  const updated = await tx.shippingZone.update({ where, data: { ...wanted, version: { increment: 1 } } })
  return { ...updated, methods: changed ?? stored.methods }
}

const CODE_LISTS = ['postalCodes', 'excludedCodes'] as const

type Codes = Partial<Pick<ShippingZone, (typeof CODE_LISTS)[number]>>

/** The lists that are given, and those of a zone whose countries change, as they are stored. */
function readCodes(
  { issues }: Target,
  path: Path,
  written: Codes & { countries?: string[] | undefined },
  stored: OwnerZone | null,
): Codes {
  const countries = written.countries ?? stored?.countries ?? []
  const hasMoved = stored !== null && !isDeepStrictEqual(countries, stored.countries)
  return Object.fromEntries(
    CODE_LISTS.flatMap((name) => {
      const codes = written[name] ?? (hasMoved ? stored[name] : undefined)
      return codes ? [[name, zoneEntries(codes, { countries, issues, path: [...path, name] })]] : []
    }),
  )
}

/** A region of another country would never match. */
function checkRegions(
  { issues }: Target,
  path: Path,
  { countries, regions }: Pick<ShippingZone, 'countries' | 'regions'>,
): void {
  if (countries.length === 0) return
  for (const [index, region] of regions.entries()) {
    if (countries.includes(region.slice(0, 2))) continue
    issues.push(
      issueAt([...path, 'regions', index], `a region of the zone's countries, ${countries.join(', ')}`, region),
    )
  }
}

interface Methods {
  methods: NonNullable<ZoneEntry['methods']>
  stored: OwnerZone | null
  isWhole: boolean
}

/** @returns those of the zone now, in their order; null when none changes */
async function writeMethods(
  { tx, storeId, currency, issues }: Target,
  path: Path,
  zoneId: string,
  { methods, stored, isWhole }: Methods,
): Promise<ShippingMethod[] | null> {
  const rows = new Map((stored?.methods ?? []).map((method) => [method.code, method]))
  const codes = new Set(methods.map(({ code }) => code))
  const gone = isWhole ? [...rows.values()].filter(({ code }) => !codes.has(code)) : []
  const total = new Set([...rows.keys(), ...codes]).size - gone.length
  if (total > MAX_METHODS) issues.push(issueAt(path, `at most ${MAX_METHODS} methods in the zone`, total))

  const isAll = gone.length > 0 || [...rows.keys()].every((code) => codes.has(code))
  const places = [...rows.values()].map(({ position }) => position)
  const created: Prisma.ShippingMethodCreateManyInput[] = []
  const updated: { id: string; data: Prisma.ShippingMethodUncheckedUpdateInput }[] = []
  for (const [index, entry] of methods.entries()) {
    const row = rows.get(entry.code) ?? null
    const position = isAll ? index : (row?.position ?? placeBehind(places, index))
    const merged = mergedMethod([...path, index], entry, row, currency)
    issues.push(...merged.issues)
    // What was not understood is no value for the database.
    if (merged.issues.length > 0) continue
    const data = { ...merged.fields, pickup: merged.fields.pickup ?? Prisma.DbNull, position }
    if (!row) created.push({ storeId, zoneId, code: entry.code, ...data })
    else if (differs(row, { ...merged.fields, position })) updated.push({ id: row.id, data })
  }
  if (gone.length + created.length + updated.length === 0) return null
  const ids = gone.map(({ id }) => id)
  if (isNotEmpty(ids)) await tx.shippingMethod.deleteMany({ where: { storeId, id: { in: ids } } })
  for (const { code } of gone) rows.delete(code)
  const added = isNotEmpty(created) ? await tx.shippingMethod.createManyAndReturn({ data: created }) : []
  for (const method of added) rows.set(method.code, method)
  for (const { id, data } of updated) {
    const method = await tx.shippingMethod.update({ where: { storeId_id: { storeId, id } }, data })
    rows.set(method.code, method)
  }
  return [...rows.values()].sort((a, b) => a.position - b.position || (a.code < b.code ? -1 : 1))
}
