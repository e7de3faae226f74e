import { stringify } from 'csv-stringify/sync'
import { isFormula } from '../../../platform/text/formula.ts'
import { clockText } from '../../../shared/zoned-time.ts'
import type { CsvRow } from './csv-export.ts'
import { Decimal } from './csv-export.ts'

/** How Excel is set up where the file is opened. */
export interface SheetLocale {
  /** Excel then splits cells at semicolons. */
  hasDecimalComma: boolean
  timeZone: string
}

/** Makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * RFC 4180, with a line of column names when `header` is true.
 * @param sheet null writes for programs: commas, points, and moments in UTC
 */
export function csvText(
  columns: readonly string[],
  rows: readonly CsvRow[],
  header: boolean,
  sheet: SheetLocale | null = null,
): string {
  const written = (number: string): string => (sheet?.hasDecimalComma ? number.replace('.', ',') : number)
  return stringify([...rows], {
    columns: [...columns],
    header,
    delimiter: sheet?.hasDecimalComma ? ';' : ',',
    record_delimiter: '\r\n',
    // This is off by default once `record_delimiter` is set.
    quote_record_delimiter: true,
    // In countries with a decimal comma, spreadsheets may split at semicolons.
    quoted_match: /;/,
    cast: {
      string: sheet ? keptAsText : defused,
      number: (number) => written(String(number)),
      date: (moment) => (sheet ? clockText(moment, sheet.timeZone) : moment.toISOString()),
      object: (cell) => (cell instanceof Decimal ? written(cell.text) : ''),
    },
  })
}

/** csv-stringify's `escape_formulas` looks only at the first character and does not know the line feed. */
const defused = (text: string): string => (isFormula(text) ? `'${text}` : text)

/** Digits that Excel would shorten or round, and what it takes for a date, a time or a number in its own notation. */
const CONVERTED = [
  /^0\d+$/,
  /^\d{12,}$/,
  /^\d+\s*[-/.,:][\d\s-/.,:]+([ap]m)?$/i,
  /^[\d.,]+e[-+]?\d+$/i,
  /^(true|false)$/i,
  /^(\d+[-\s.]?)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-\s.]?\d+$/i,
  // A phone, which is no formula but begins like one.
  /^\+[\d\s().-]+$/,
]

/** Excel shows the result of the formula, which is the text. None of these texts holds a quotation mark. */
const keptAsText = (text: string): string =>
  CONVERTED.some((converted) => converted.test(text.trim())) ? `="${text}"` : defused(text)
