import { asciiDigits, withoutInvisible } from '../../shared/typed-text.ts'

type ReadNumber = { value: number } | { expected: string }

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
/** 1.500, which is one and a half here and fifteen hundred there. */
const unclearWithPoint = /^[+-]?[1-9]\d{0,2}\.\d{3}$/
const exponent = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i

/** In characters. Longer texts are no numbers, and would take minutes to read. */
const LONGEST_NUMBER = 100

export interface NumberFormat {
  isPercent?: boolean
  /** Whether decimals may have a comma: then 1.500 is ambiguous. */
  mayHaveCommas?: boolean
}

/** Reads a number in any country's format and script. Ambiguous or truncated numbers are refused, not guessed. */
export function readNumber(cell: string, { isPercent = false, mayHaveCommas = false }: NumberFormat = {}): ReadNumber {
  const written = inAscii(cell)
  if (written.length > LONGEST_NUMBER) return { expected: 'a number such as 1234.50' }
  const text = isPercent ? written.replace(/\s*%$/, '') : written
  if (mayHaveCommas && !isPercent && unclearWithPoint.test(text))
    return { expected: `${text.replace('.', '')} or ${Number(text)}` }
  const value = numberIn(text)
  if (value !== null) return { value }
  if (unclear.test(text)) return { expected: `${text.replace(',', '')} or ${text.replace(',', '.')}` }
  if (exponent.test(text)) return { expected: 'all digits of the number (format the column as a number)' }
  const bare = numberIn(text.replace(/^[\p{Sc}\p{L}.\s]+(?=[\d.+-])|[\p{Sc}\p{L}%\s]+$/gu, ''))
  return { expected: bare === null ? 'a number such as 1234.50' : `a number without anything else, ${bare}` }
}

/** Drops invisible characters, such as direction marks. */
const inAscii = (cell: string): string =>
  asciiDigits(withoutInvisible(cell))
    .trim()
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('٪', '%')
    .replaceAll('−', '-')

function numberIn(text: string): number | null {
  if (plain.test(text)) return Number(text)
  if (englishGroups.test(text)) return Number(text.replaceAll(',', ''))
  if (germanGroups.test(text)) return Number(text.replaceAll('.', '').replace(',', '.'))
  if (spacedGroups.test(text)) return Number(text.replace(/[\s'’]/g, '').replace(',', '.'))
  if (decimalComma.test(text)) return Number(text.replace(',', '.'))
  return null
}
