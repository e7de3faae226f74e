import { divideRounded, MICRO, type Micro, type Subunits } from '../../platform/money.ts'
import { descending, sum } from './amounts.ts'
import { prorate } from './prorate.ts'

export interface TaxableLine {
  taxRate: Micro
  /** The line's amount after all reductions, in subunits. */
  taxable: Subunits
}

/** The tax of all lines with the same rate. It is rounded once per rate and not per line. */
export interface RateTax {
  rate: Micro
  taxable: Subunits
  tax: Subunits
}

/** The tax in subunits: contained in `taxable` when prices include tax, otherwise on top of it. */
export function taxOf(taxable: Subunits, rate: Micro, inclusive: boolean): Subunits {
  return divideRounded(taxable * rate, inclusive ? MICRO + rate : MICRO)
}

/** Sums up the tax for each rate that occurs, highest rate first. */
export function taxesByRate(lines: readonly TaxableLine[], inclusive: boolean): RateTax[] {
  const rates = [...new Set(lines.map((line) => line.taxRate))].sort(descending)
  return rates.map((rate) => {
    const taxable = sum(lines.map((line) => taxableAt(rate, line)))
    return { rate, taxable, tax: taxOf(taxable, rate, inclusive) }
  })
}

/** Adds to each line its share of the tax. @param taxes the result of `taxesByRate` for the same lines */
export function withTax<Line extends TaxableLine>(
  lines: readonly Line[],
  taxes: readonly RateTax[],
): (Line & { tax: Subunits })[] {
  return taxes.reduce(
    (taxed, { rate, tax }) =>
      prorate(tax, taxed, (line) => taxableAt(rate, line)).map(([line, share]) => ({ ...line, tax: line.tax + share })),
    lines.map((line) => ({ ...line, tax: 0n })),
  )
}

const taxableAt = (rate: Micro, line: TaxableLine): Subunits => (line.taxRate === rate ? line.taxable : 0n)
