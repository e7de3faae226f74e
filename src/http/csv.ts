import { stringify } from 'csv-stringify/sync'
import type { CsvRow } from '../gateway/csv-export.ts'

/**
 * What a spreadsheet would take for a formula, or would after it has trimmed it: anyone may have typed it into a form.
 * An apostrophe makes it text. csv-stringify's own `escape_formulas` looks at the first character alone and knows no
 * line feed.
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

const defused = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Tells Excel that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Rows as CSV (RFC 4180), with a line of the columns' names first when `header` says so. */
export function csvText(columns: readonly string[], rows: readonly CsvRow[], header: boolean): string {
  return stringify([...rows], {
    columns: [...columns],
    header,
    record_delimiter: '\r\n',
    // Not so by default once the delimiter is named.
    quote_record_delimiter: true,
    // Where a comma is in every price, spreadsheets may divide at these.
    quoted_match: /;/,
    cast: { string: defused },
  })
}
