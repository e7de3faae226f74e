import { MAX_QTY } from '../../../../shared/bounds.ts'
/** What is in the cart that is tried out. It stands in the address. */
export interface Line {
  productId: string
  variantId: string | null
  qty: number
}

const ID = /^[0-9a-f-]{36}$/i

/** As `<product>.<variant or nothing>.<units>`, with commas between lines. What is none is left out. */
export const linesOf = (text: string | undefined): Line[] =>
  (text ?? '').split(',').flatMap((part) => {
    const [productId = '', variantId = '', units] = part.split('.')
    const qty = Number(units)
    const isLine = ID.test(productId) && (variantId === '' || ID.test(variantId)) && isQty(qty)
    return isLine ? [{ productId, variantId: variantId || null, qty }] : []
  })

export const isQty = (qty: number): boolean => Number.isInteger(qty) && qty >= 1 && qty <= MAX_QTY

export const textOfLines = (lines: readonly Line[]): string | undefined =>
  lines.map(({ productId, variantId, qty }) => `${productId}.${variantId ?? ''}.${qty}`).join() || undefined

const isSame = (one: Line, other: Line) => one.productId === other.productId && one.variantId === other.variantId

/** One unit more of what is in the cart already. */
export function withOneMore(lines: readonly Line[], added: Omit<Line, 'qty'>): Line[] {
  const line = { ...added, qty: 1 }
  if (!lines.some((other) => isSame(other, line))) return [...lines, line]
  return lines.map((other) => (isSame(other, line) ? { ...other, qty: Math.min(MAX_QTY, other.qty + 1) } : other))
}
