const DIGITS = /^(?:\d{8}|\d{12,14})$/

/** The digits of a barcode that is a GTIN (EAN, UPC, ISBN-13); null for any other, such as an owner's own. */
export function gtinOf(barcode: string | null): string | null {
  const digits = barcode?.replace(/[\s-]/g, '') ?? ''
  if (!DIGITS.test(digits) || /^0+$/.test(digits)) return null
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0 ? digits : null
}
