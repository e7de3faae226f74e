/** As Excel writes numbers of more than eleven digits. Their last digits are lost. */
const SHORTENED = /^\d([.,]\d+)?e\+\d+$/i

/** What to do about a SKU or barcode that a spreadsheet has shortened, such as `8.90123E+12`; null for any other. */
export const shortenedCode = (code: string): string | null =>
  SHORTENED.test(code)
    ? 'all its digits: a spreadsheet has shortened it. Format the column as text, enter it again, and save the file'
    : null
