interface Split<Part> {
  weightOf: (part: Part) => bigint
  unit: bigint
  first?: (a: Part, b: Part) => number
}

/**
 * Splits `total` by weight with the largest remainder method. Shares sum to `total`, each within a unit of its
 * proportion. Ties go to the heavier part, then by `first`, then by position. Weights and `total` are multiples of the
 * unit, never negative.
 * @throws RangeError when `total` is above 0 and all weights are 0
 */
export function prorate<Part>(
  total: bigint,
  parts: readonly Part[],
  { weightOf, unit, first = () => 0 }: Split<Part>,
): [part: Part, share: bigint][] {
  if (total === 0n) return parts.map((part) => [part, 0n])
  const allWeight = sum(parts.map(weightOf))
  if (allWeight === 0n) throw new RangeError(`Cannot split ${total} over parts that weigh nothing`)

  const units = total / unit
  const claims = parts.map((part) => {
    const weight = weightOf(part)
    return { part, weight, share: (units * weight) / allWeight, remainder: (units * weight) % allWeight }
  })
  const leftOver = Number(units - sum(claims.map((claim) => claim.share)))
  const inTurn = claims.toSorted(
    (a, b) => descending(a.remainder, b.remainder) || descending(a.weight, b.weight) || first(a.part, b.part),
  )
  const roundedUp = new Set(inTurn.slice(0, leftOver))
  return claims.map((claim) => [claim.part, (roundedUp.has(claim) ? claim.share + 1n : claim.share) * unit])
}

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Math.min does not accept bigints. */
export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export const descending = (a: bigint, b: bigint): number => (a === b ? 0 : a > b ? -1 : 1)
