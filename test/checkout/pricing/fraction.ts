/** An exact ratio; the denominator is positive. */
export interface Fraction {
  top: bigint
  bottom: bigint
}

export const fraction = (top: bigint, bottom = 1n): Fraction => ({ top, bottom })

export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.top * b.top, a.bottom * b.bottom)
export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, fraction(-b.top, b.bottom))

/** @throws RangeError when `b` is not positive */
export const over = (a: Fraction, b: Fraction): Fraction => {
  if (b.top <= 0n) throw new RangeError('Divided by what is not positive')
  return fraction(a.top * b.bottom, a.bottom * b.top)
}

/** Negative, 0 or positive. */
export const compare = (a: Fraction, b: Fraction): number => {
  const difference = a.top * b.bottom - b.top * a.bottom
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export const floor = ({ top, bottom }: Fraction): bigint => {
  const whole = top / bottom
  return whole * bottom > top ? whole - 1n : whole
}

export const ceiling = ({ top, bottom }: Fraction): bigint => -floor(fraction(-top, bottom))

/** The nearest multiple of `unit`; of two, the one further from 0. */
export function nearest(amount: Fraction, unit: bigint): bigint {
  const units = over(amount, fraction(unit))
  const below = floor(units)
  const half = compare(minus(units, fraction(below)), fraction(1n, 2n))
  return (half > 0 || (half === 0 && units.top > 0n) ? below + 1n : below) * unit
}
