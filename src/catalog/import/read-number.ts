/** A number from a cell, or what to write in its place. */
export type ReadNumber = { value: number } | { expected: string }

const plain = /^[+-]?(\d+\.?\d*|\.\d+)$/
/** 12,50 and 0,125; three digits behind a comma could be thousands. */
const decimalComma = /^([+-]?)(\d+|\d*(?=,)),(\d{1,2}|\d{4,})$|^([+-]?)(0),(\d+)$/
/** 1,234.50 and, as in India, 1,23,456.00 */
const englishGroups = /^[+-]?\d{1,3}(,\d{2,3})*,\d{3}(\.\d*|(?<=,\d+,\d+))$/
/** 1.234,50 */
const germanGroups = /^[+-]?\d{1,3}(\.\d{3})+,\d*$/
/** 1 234,50 and 1'234.50 */
const spacedGroups = /^[+-]?\d{1,3}([\s'’]\d{3})+([.,]\d*)?$/
const unclear = /^[+-]?\d{1,3},\d{3}$/
const exponent = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i

/**
 * Reads a number as spreadsheets write them in any country. What could mean two numbers, or has lost digits, is not
 * guessed.
 */
export function readNumber(cell: string, { isPercent = false }: { isPercent?: boolean } = {}): ReadNumber {
  const text = isPercent ? cell.replace(/\s*[%٪]$/, '') : cell
  const value = numberIn(text)
  if (value !== null) return { value }
  if (unclear.test(text)) return { expected: `${text.replace(',', '')} or ${text.replace(',', '.')}` }
  if (exponent.test(text)) return { expected: 'all digits of the number (format the column as a number)' }
  const bare = numberIn(text.replace(/^[\p{Sc}\p{L}.\s]+(?=[\d.+-])|[\p{Sc}\p{L}%\s]+$/gu, ''))
  return { expected: bare === null ? 'a number such as 1234.50' : `a number without anything else, ${bare}` }
}

function numberIn(text: string): number | null {
  if (plain.test(text)) return Number(text)
  if (englishGroups.test(text)) return Number(text.replaceAll(',', ''))
  if (germanGroups.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'))
  if (spacedGroups.test(text)) return Number(text.replace(/[\s'’]/g, '').replace(',', '.'))
  if (decimalComma.test(text)) return Number(text.replace(',', '.'))
  return null
}
