import type { Context } from '../../../api/context.ts'
import { Prisma, type ShippingMethod, type ShippingZone } from '../../../generated/prisma/client.ts'
import { lockWhole } from '../../../platform/database/lock-whole.sql.ts'
import { byCurrency, place } from '../../../platform/input/fields.ts'
import type { Issue } from '../../../platform/input/issues.ts'
import { parseInputAll, problemOfAll } from '../../../platform/input/parse-input-all.ts'
import { Problem, versionConflict } from '../../../platform/problem.ts'
import { isStorableText } from '../../../platform/text/text.ts'
import { type ChangedField, changedFields } from '../../history/changed-fields.ts'
import { type ChangedBy, recordChange } from '../../history/record-change.ts'
import { findUnknownCodes, unknownCodeIssues } from '../../payments/methods/named-codes.ts'
import { changeTerms } from '../../stores/change-content.ts'
import { checkVersion, withoutNulls } from '../../stores/owner-entry.ts'
import { type DeliveryKind, FeeBasis } from '../delivery-kinds.ts'
import { methodsInOrder, type OwnerZone, writeWholeZone } from './write-zones.ts'
import { checkZone, type MethodJson, zoneSchema } from './zone-format.ts'

type Scope = Pick<Context, 'services' | 'store'>

export type { OwnerZone }

type Nullable<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined }

export type MethodInput = { code: string } & Nullable<
  Omit<MethodJson, 'code' | 'kind' | 'basis' | 'pickup'> & {
    kind: DeliveryKind
    basis: FeeBasis
    pickup: { address: string; hours?: string | null | undefined }
  }
>

/** Omitted fields stay, null clears; methods that a list leaves out go. */
export type ZoneInput = { code: string } & Nullable<{
  version: number
  name: string
  position: number
  countries: readonly string[]
  regions: readonly string[]
  postalCodes: readonly string[]
  excludedCodes: readonly string[]
  methods: readonly MethodInput[]
}>

/** The zones with their methods, in the owner's order. */
export const listZones = ({ services, store }: Scope): Promise<OwnerZone[]> =>
  services.db.prisma.shippingZone.findMany({
    where: { storeId: store.id },
    include: { methods: methodsInOrder },
    ...methodsInOrder,
  })

/** With its methods. */
export const findZone = async ({ services, store }: Scope, code: string): Promise<OwnerZone | null> =>
  isStorableText(code)
    ? services.db.prisma.shippingZone.findFirst({
        where: { storeId: store.id, code },
        include: { methods: methodsInOrder },
      })
    : null

/** Matches by code and version. @throws Problem BAD_USER_INPUT, NOT_FOUND; CONFLICT when it was changed */
export async function upsertZone(scope: Scope & ChangedBy, input: ZoneInput): Promise<OwnerZone> {
  const { services, store } = scope
  const { position, ...entry } = parseZone(store.currency, input)
  return changeTerms(scope, async (tx) => {
    const { id: storeId, currency } = store
    const stored = await lockZone(tx, storeId, entry.code)
    checkVersion('delivery zone', { stored, code: entry.code, version: input.version })
    const target = { tx, storeId, currency, now: services.clock(), issues: [] as Issue[], advance() {} }
    const zone = await writeWholeZone(target, entry, stored, position)
    const codes = new Set(zone?.methods.map(({ code }) => code))
    const isReduced = stored?.methods.some(({ code }) => !codes.has(code))
    const unknown = isReduced ? await findUnknownCodes(target) : []
    const issues = [...target.issues, ...unknownCodeIssues(unknown, () => null)]
    if (!zone || issues.length > 0) throw problemOfAll(issues)
    const fields = stored ? zoneChanges(stored, zone, currency) : []
    await recordChange(tx, scope, { ...zoneSubject(zone), action: stored ? 'CHANGED' : 'CREATED', fields })
    return zone
  })
}

const { ShippingZoneScalarFieldEnum, ShippingMethodScalarFieldEnum } = Prisma

const whole = {
  table: 'shipping_zones',
  fields: Object.keys(ShippingZoneScalarFieldEnum),
  parts: {
    table: 'shipping_methods',
    fields: Object.keys(ShippingMethodScalarFieldEnum),
    amounts: ['step', 'stepFee', 'freeFrom', 'minGoods', 'maxGoods'],
    of: 'zoneId',
    orderBy: ['position', 'code'],
  },
}

/** Whoever changes zones has locked the store's row. */
async function lockZone(tx: Prisma.TransactionClient, storeId: string, code: string): Promise<OwnerZone | null> {
  const locked = await lockWhole<ShippingZone, ShippingMethod>(tx, whole, { storeId, code })
  if (!locked) return null
  const { parts: methods, ...zone } = locked
  return { ...zone, methods }
}

export const zoneSubject = ({ code, name }: ShippingZone) =>
  ({ subject: 'SHIPPING_ZONE', subjectId: code, subjectName: name }) as const

function zoneChanges(before: OwnerZone, after: OwnerZone, currency: string): ChangedField[] {
  const { methods: earlier, ...zone } = before
  const { methods, ...wanted } = after
  const old = new Map(earlier.map((method) => [method.code, method]))
  const isThere = new Set(methods.map(({ code }) => code))
  return [
    ...changedFields(zone, wanted, { currency }),
    ...earlier.flatMap(({ code }) => (isThere.has(code) ? [] : [{ name: 'method', from: code, to: null }])),
    ...methods.flatMap((method) => {
      const known = old.get(method.code)
      return known
        ? changedFields(known, method, {
            currency,
            prefix: `method ${method.code}: `,
            counted: method.basis === FeeBasis.WEIGHT ? ['step'] : [],
          })
        : [{ name: 'method', from: null, to: method.code }]
    }),
  ]
}

const schemaFor = byCurrency((amount) => zoneSchema(amount).extend({ position: place.optional() }))

function parseZone(currency: string, { version: _, methods, ...rest }: ZoneInput) {
  const json = {
    ...withoutNulls(rest, { countries: [], regions: [], postalCodes: [], excludedCodes: [] }),
    ...(methods !== undefined && { methods: (methods ?? []).map(methodJson) }),
  }
  return parseInputAll(schemaFor(currency), json, (zone) => checkZone([], zone))
}

const methodJson = ({ kind, basis, pickup, ...rest }: MethodInput) => ({
  ...withoutNulls(rest, { description: '' }),
  ...(kind != null && { kind: kind.toLowerCase() }),
  ...(basis != null && { basis: basis.toLowerCase() }),
  ...(pickup !== undefined && { pickup: pickup && withoutNulls(pickup, { hours: '' }) }),
})

/** @throws Problem BAD_USER_INPUT when a payment method names it, NOT_FOUND, CONFLICT when it was changed */
export async function deleteZone(scope: Scope & ChangedBy, code: string, version: number): Promise<OwnerZone> {
  const { store } = scope
  return changeTerms(scope, async (tx) => {
    const zone = await tx.shippingZone.findUnique({
      where: { storeId_code: { storeId: store.id, code } },
      include: { methods: methodsInOrder },
    })
    if (!zone) throw zoneNotFound()
    if (zone.version !== version) throw versionConflict('delivery zone')
    await tx.shippingMethod.deleteMany({ where: { storeId: store.id, zoneId: zone.id } })
    await tx.shippingZone.delete({ where: { storeId_id: { storeId: store.id, id: zone.id } } })
    const issues = unknownCodeIssues(await findUnknownCodes({ tx, storeId: store.id }), () => null)
    if (issues.length > 0) throw problemOfAll(issues)
    await recordChange(tx, scope, { ...zoneSubject(zone), action: 'DELETED' })
    return zone
  })
}

export const zoneNotFound = (): Problem => new Problem('NOT_FOUND', 'Delivery zone not found')
