/** Spreadsheets run these as formulas, some after trimming. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/

export const isFormula = (text: string): boolean => FORMULA.test(text)
