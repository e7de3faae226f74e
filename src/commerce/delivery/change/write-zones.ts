import { isDeepStrictEqual } from 'node:util'
import { Prisma, type ShippingMethod, type ShippingZone } from '../../../generated/prisma/client.ts'
import { placeBehind } from '../../../platform/input/fields.ts'
import { issueAt, type Path } from '../../../platform/input/issues.ts'
import { differs, given, isNotEmpty, type StoreWrite } from '../../stores/store-write.ts'
import { mergedMethod } from './merge-method.ts'
import { zoneEntries } from './zone-entries.ts'
import { MAX_METHODS, MAX_ZONES, type ZoneEntry } from './zone-format.ts'

type Target = Pick<StoreWrite, 'tx' | 'storeId' | 'currency' | 'issues'>
type StoredZone = ShippingZone & { methods: ShippingMethod[] }

interface ZoneWrite {
  pathOf?: (index: number) => Path
  /** Of each entry. By default a list of all zones gives their order; otherwise new zones come behind the others. */
  positionOf?: (index: number) => number | undefined
  /** Whether methods that an entry does not list go. */
  isWhole?: boolean
}

/**
 * Finds zones and methods by code. Call it with the store's row locked, since it counts them.
 * @returns whether anything has changed
 */
export async function writeZones(
  target: Target,
  zones: readonly ZoneEntry[],
  { pathOf = (index) => ['store', 'shipping', 'zones', index], positionOf, isWhole = false }: ZoneWrite = {},
): Promise<boolean> {
  const { tx, storeId, issues } = target
  if (zones.length === 0) return false
  const codes = zones.map(({ code }) => code)
  const rows = await tx.shippingZone.findMany({ where: { storeId, code: { in: codes } }, include: { methods: true } })
  const stored = new Map(rows.map((row) => [row.code, row]))
  const others = await tx.shippingZone.aggregate({
    where: { storeId, code: { notIn: codes } },
    _count: true,
    _max: { position: true },
  })
  if (others._count + zones.length > MAX_ZONES) {
    issues.push(issueAt(pathOf(0), `at most ${MAX_ZONES} zones in the store`, others._count + zones.length))
    return false
  }
  const places = others._max.position === null ? [] : [others._max.position]
  let isChanged = false
  for (const [index, entry] of zones.entries()) {
    const zone = stored.get(entry.code) ?? null
    const place = others._count === 0 && !positionOf ? index : positionOf?.(index)
    const position = place ?? zone?.position ?? placeBehind(places, index)
    isChanged = (await writeZone(target, entry, zone, { path: pathOf(index), position, isWhole })) || isChanged
  }
  return isChanged
}

async function writeZone(
  target: Target,
  { code, methods, ...rest }: ZoneEntry,
  stored: StoredZone | null,
  { path, position, isWhole }: { path: Path; position: number; isWhole: boolean },
): Promise<boolean> {
  const { tx, storeId, issues } = target
  const written = { ...given(rest), position }
  const wanted = { ...written, ...readCodes(target, path, written, stored) }
  const merged = { name: '', countries: [], regions: [], ...stored, ...wanted }
  if (merged.name === '') issues.push(issueAt([...path, 'name'], 'one, which a new zone needs', undefined))
  checkRegions(target, path, merged)

  const zone = stored ?? (await tx.shippingZone.create({ data: { ...wanted, storeId, code, name: merged.name } }))
  const changed = methods && (await writeMethods(target, [...path, 'methods'], zone.id, { methods, stored, isWhole }))
  if (!stored) return true
  if (!changed && !differs(stored, wanted)) return false
  const where = { storeId_id: { storeId, id: stored.id } }
  await tx.shippingZone.update({ where, data: { ...wanted, version: { increment: 1 } } })
  return true
}

const CODE_LISTS = ['postalCodes', 'excludedCodes'] as const

type Codes = Partial<Pick<ShippingZone, (typeof CODE_LISTS)[number]>>

/** The lists that are given, and those of a zone whose countries change, as they are stored. */
function readCodes(
  { issues }: Target,
  path: Path,
  written: Codes & { countries?: string[] | undefined },
  stored: StoredZone | null,
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
  stored: StoredZone | null
  isWhole: boolean
}

async function writeMethods(
  { tx, storeId, currency, issues }: Target,
  path: Path,
  zoneId: string,
  { methods, stored, isWhole }: Methods,
): Promise<boolean> {
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
  const ids = gone.map(({ id }) => id)
  if (isNotEmpty(ids)) await tx.shippingMethod.deleteMany({ where: { storeId, id: { in: ids } } })
  if (isNotEmpty(created)) await tx.shippingMethod.createMany({ data: created })
  for (const { id, data } of updated) {
    await tx.shippingMethod.update({ where: { storeId_id: { storeId, id } }, data })
  }
  return gone.length + created.length + updated.length > 0
}
