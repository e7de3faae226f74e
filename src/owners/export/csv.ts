import { stringify } from 'csv-stringify/sync'
import type { CsvRow } from './csv-export.ts'

/**
 * Texts that a spreadsheet would run as a formula, at once or after trimming them. Anyone may have typed such a text
 * into a form, so an apostrophe is put in front. csv-stringify's own `escape_formulas` looks only at the first
 * character and does not know the line feed.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const defused = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Writes rows as CSV (RFC 4180), after a line of column names when `header` is true. */
export function csvText(columns: readonly string[], rows: readonly CsvRow[], header: boolean): string {
  return stringify([...rows], {
    columns: [...columns],
    header,
    record_delimiter: '\r\n',
    // This is off by default once `record_delimiter` is set.
    quote_record_delimiter: true,
    // In countries with a decimal comma, spreadsheets may split at semicolons.
    quoted_match: /;/,
    cast: { string: defused },
  })
}
