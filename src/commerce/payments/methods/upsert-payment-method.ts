import type { Context } from '../../../api/context.ts'
import type { PaymentMethod } from '../../../generated/prisma/client.ts'
import { byCurrency, place } from '../../../platform/input/fields.ts'
import { parseInputAll, problemOfAll } from '../../../platform/input/parse-input-all.ts'
import { isStorableText } from '../../../platform/text/text.ts'
import { changedFields } from '../../history/changed-fields.ts'
import { type ChangedBy, recordChange } from '../../history/record-change.ts'
import { changeTerms } from '../../stores/change-content.ts'
import { checkVersion, withoutNulls } from '../../stores/owner-entry.ts'
import { findUnknownCodes, unknownCodeIssues } from './named-codes.ts'
import { type PaymentMethodJson, paymentMethodSchema } from './payment-method-format.ts'
import type { ConfirmedBy, PaymentMethodKind } from './payment-method-kinds.ts'
import { writePaymentMethods } from './write-payment-methods.ts'

type Scope = Pick<Context, 'services' | 'store'>

type Fields = Omit<PaymentMethodJson, 'code' | 'kind' | 'confirm' | 'zones' | 'deliveryMethods' | 'postalCodes'> & {
  version: number
  position: number
  kind: PaymentMethodKind
  confirm: ConfirmedBy
  zones: readonly string[]
  deliveryMethods: readonly string[]
  postalCodes: readonly string[]
}

/** Omitted fields stay, null clears. */
export type PaymentMethodInput = { code: string } & {
  readonly [Name in keyof Fields]?: Fields[Name] | null | undefined
}

/** In the owner's order. */
export const listPaymentMethods = ({ services, store }: Scope): Promise<PaymentMethod[]> =>
  services.db.prisma.paymentMethod.findMany({
    where: { storeId: store.id },
    orderBy: [{ position: 'asc' }, { code: 'asc' }],
  })

export const findPaymentMethod = async ({ services, store }: Scope, code: string): Promise<PaymentMethod | null> =>
  isStorableText(code) ? services.db.prisma.paymentMethod.findFirst({ where: { storeId: store.id, code } }) : null

/** Matches by code and version. @throws Problem BAD_USER_INPUT, NOT_FOUND; CONFLICT when it was changed */
export async function upsertPaymentMethod(scope: Scope & ChangedBy, input: PaymentMethodInput): Promise<PaymentMethod> {
  const { services, store } = scope
  const { position, ...entry } = parsePaymentMethod(store.currency, input)
  return changeTerms(scope, async (tx) => {
    const { id: storeId, currency } = store
    const rows = await tx.paymentMethod.findMany({ where: { storeId } })
    const stored = rows.find(({ code }) => code === entry.code) ?? null
    checkVersion('payment method', { stored, code: entry.code, version: input.version })
    const target = { tx, storeId, currency, now: services.clock(), issues: [], advance() {} }
    const positionOf = () => position
    const [updated = stored] = await writePaymentMethods(target, [entry], { pathOf: () => [], positionOf, rows })
    const isNamingCodes = [entry.zones, entry.deliveryMethods].some((codes) => codes && codes.length > 0)
    const unknown = isNamingCodes ? await findUnknownCodes(target) : []
    const issues = [...target.issues, ...unknownCodeIssues(unknown, () => [])]
    if (!updated || issues.length > 0) throw problemOfAll(issues)
    const change = { subject: 'PAYMENT_METHOD', subjectId: updated.code, subjectName: updated.name } as const
    const fields = stored ? changedFields(stored, updated, { currency }) : []
    await recordChange(tx, scope, { ...change, action: stored ? 'CHANGED' : 'CREATED', fields })
    return updated
  })
}

const schemaFor = byCurrency((amount) => paymentMethodSchema(amount).extend({ position: place.optional() }))

function parsePaymentMethod(currency: string, { version: _, kind, confirm, ...rest }: PaymentMethodInput) {
  const json = {
    ...withoutNulls(rest, { instructions: '', fee: 0, zones: [], deliveryMethods: [], postalCodes: [] }),
    ...(kind != null && { kind: kind.toLowerCase() }),
    ...(confirm != null && { confirm: confirm.toLowerCase() }),
  }
  return parseInputAll(schemaFor(currency), json)
}
