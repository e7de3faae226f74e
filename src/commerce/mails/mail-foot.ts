import type { Store } from '../../generated/prisma/client.ts'
import { escapeHtml, oneLine } from '../../platform/text/text.ts'
import { type BusinessColumn, businessOf } from '../../shared/business/business-columns.ts'
import { businessFoot } from '../../shared/business/business-text.ts'

export type SellingBusiness = Pick<Store, BusinessColumn>

/** Who sells, a line each; none where the owner has not said so. */
export const footLines = (store: SellingBusiness): string[] => businessFoot(businessOf(store)).map(oneLine)

/** @param style of the paragraph */
export const footHtml = (store: SellingBusiness, style: string): string => {
  const lines = footLines(store)
  return lines.length === 0 ? '' : `<p dir="auto" style="${style}">${lines.map(escapeHtml).join('<br>')}</p>\n`
}
