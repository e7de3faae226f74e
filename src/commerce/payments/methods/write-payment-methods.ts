import type { PaymentMethod, Prisma } from '../../../generated/prisma/client.ts'
import { placeBehind } from '../../../platform/input/fields.ts'
import { type Issue, issueAt, type Path } from '../../../platform/input/issues.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { differs, given, type StoreWrite } from '../../stores/store-write.ts'
import { MAX_PAYMENT_METHODS, type PaymentMethodEntry } from './payment-method-format.ts'

type Target = Pick<StoreWrite, 'tx' | 'storeId' | 'currency' | 'issues'>

interface PaymentMethodWrite {
  pathOf?: (index: number) => Path
  /** Of each entry. By default a list of all methods gives their order; otherwise new ones come behind the others. */
  positionOf?: (index: number) => number | undefined
  /** What the store has, when the caller has read it already. */
  rows?: readonly PaymentMethod[]
}

/**
 * Finds payment methods by code. Call it with the store's row locked, since it counts them.
 * @returns what has changed, as it is stored now
 */
export async function writePaymentMethods(
  { tx, storeId, currency, issues }: Target,
  entries: readonly PaymentMethodEntry[],
  { pathOf = (index) => ['store', 'paymentMethods', index], positionOf, rows: known }: PaymentMethodWrite = {},
): Promise<PaymentMethod[]> {
  if (entries.length === 0) return []
  const rows = known ?? (await tx.paymentMethod.findMany({ where: { storeId } }))
  const stored = new Map(rows.map((row) => [row.code, row]))
  const total = new Set([...stored.keys(), ...entries.map(({ code }) => code)]).size
  if (total > MAX_PAYMENT_METHODS) {
    issues.push(issueAt(pathOf(0), `at most ${MAX_PAYMENT_METHODS} payment methods in the store`, total))
    return []
  }
  const places = rows.map(({ position }) => position)
  const isAll = total === entries.length && !positionOf
  const written: PaymentMethod[] = []
  for (const [index, entry] of entries.entries()) {
    const row = stored.get(entry.code) ?? null
    const wanted = {
      ...wantedFields(entry),
      position: isAll ? index : (positionOf?.(index) ?? row?.position ?? placeBehind(places, index)),
    }
    const found = mistakes(pathOf(index), entry, { ...row, ...wanted }, currency)
    issues.push(...found)
    if (found.length > 0 || (row && !differs(row, wanted))) continue
    written.push(
      row
        ? await tx.paymentMethod.update({
            where: { storeId_id: { storeId, id: row.id } },
            data: { ...wanted, version: { increment: 1 } },
          })
        : await tx.paymentMethod.create({ data: newMethod(storeId, entry, wanted) }),
    )
  }
  return written
}

const wantedFields = ({ code: _, kind, confirm, ...rest }: PaymentMethodEntry) => ({
  ...given(rest),
  ...(kind && { kind: kind === 'cod' ? ('COD' as const) : ('MANUAL' as const) }),
  ...(confirm && { confirm: confirm === 'auto' ? ('AUTO' as const) : ('OWNER' as const) }),
})

type Wanted = ReturnType<typeof wantedFields> & { position: number }

/** A payment by hand is seen only by the owner, so nothing else confirms such an order or marks it as paid. */
const newMethod = (
  storeId: string,
  { code }: PaymentMethodEntry,
  wanted: Wanted,
): Prisma.PaymentMethodUncheckedCreateInput => {
  const isByHand = wanted.kind === 'MANUAL'
  return {
    confirm: isByHand ? 'OWNER' : 'AUTO',
    paidOnDelivery: !isByHand,
    name: '',
    kind: 'COD',
    ...wanted,
    storeId,
    code,
  }
}

function mistakes(path: Path, entry: PaymentMethodEntry, merged: Partial<PaymentMethod>, currency: string): Issue[] {
  const needed = (['kind', 'name'] as const).filter((field) => !merged[field])
  const { minTotal, maxTotal } = merged
  const shown = (amount: bigint) => toMainUnits(amount, currency)
  return [
    ...needed.map((field) => issueAt([...path, field], 'one, which a new payment method needs', entry[field])),
    ...(minTotal != null && maxTotal != null && minTotal > maxTotal
      ? [issueAt([...path, 'maxTotal'], `at least minTotal (${shown(minTotal)})`, shown(maxTotal))]
      : []),
  ]
}
