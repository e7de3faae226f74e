import { type Issue, issueAt, type Path } from '../../../platform/input/issues.ts'
import type { StoreWrite } from '../../stores/store-write.ts'

/** A code that a payment method names, and that the store does not have. */
interface UnknownCode {
  /** Of the payment method. */
  method: string
  field: 'zones' | 'deliveryMethods'
  index: number
  code: string
}

/** Finds the codes of zones and delivery methods that payment methods name, and that there are not. */
export async function findUnknownCodes({ tx, storeId }: Pick<StoreWrite, 'tx' | 'storeId'>): Promise<UnknownCode[]> {
  const methods = await tx.paymentMethod.findMany({
    where: { storeId, OR: [{ zones: { isEmpty: false } }, { deliveryMethods: { isEmpty: false } }] },
    select: { code: true, zones: true, deliveryMethods: true },
    orderBy: [{ position: 'asc' }, { code: 'asc' }],
  })
  if (methods.length === 0) return []
  const zones = await tx.shippingZone.findMany({ where: { storeId }, select: { code: true } })
  const delivery = await tx.shippingMethod.findMany({ where: { storeId }, select: { code: true }, distinct: ['code'] })
  const known = {
    zones: new Set(zones.map(({ code }) => code)),
    deliveryMethods: new Set(delivery.map(({ code }) => code)),
  }
  return methods.flatMap((method) =>
    (['zones', 'deliveryMethods'] as const).flatMap((field) =>
      [...method[field].entries()].flatMap(([index, code]) =>
        known[field].has(code) ? [] : [{ method: method.code, field, index, code }],
      ),
    ),
  )
}

const what = { zones: 'delivery zone', deliveryMethods: 'delivery method' }

/** @param pathOf of a payment method that was sent, by its code; null for one that was not */
export const unknownCodeIssues = (unknown: readonly UnknownCode[], pathOf: (method: string) => Path | null): Issue[] =>
  unknown.map(({ method, field, index, code }) => {
    const path = pathOf(method)
    if (path) return issueAt([...path, field, index], `the code of a ${what[field]}`, code)
    const message = `The payment method "${method}" names the ${what[field]} "${code}". Change the payment method first.`
    return { path: '', message }
  })
