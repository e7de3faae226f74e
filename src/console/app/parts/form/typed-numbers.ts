/** Of a `NumberField`: null when empty. A comma is read as the decimal point. NaN goes to no server: see `notANumber`. */
export const numberOf = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.trim().replace(',', '.'))

/** A validator for `NumberField`. */
export const notANumber = ({ value }: { value: string }): string | undefined =>
  Number.isFinite(numberOf(value) ?? 0) ? undefined : 'Type a number, such as 12.50.'

/** A number of the server as it stands in a `NumberField`. */
export const typedNumber = (value: number | null | undefined): string => value?.toString() ?? ''

/** An amount of the server as it stands in a `NumberField`, with the digits of its currency: 2917.30. */
export function typedMoney(amount: number | null | undefined, currency: string): string {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  const text = amount?.toFixed(maximumFractionDigits) ?? ''
  // What is worth less than a currency's smallest coin, such as a loyalty point.
  return Number(text) === (amount ?? 0) ? text : typedNumber(amount)
}
