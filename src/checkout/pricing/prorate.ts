import { descending, sum } from './amounts.ts'

/**
 * Splits `total` over `parts` in proportion to their weights by the largest remainder method. The shares add up to
 * `total`, and each is within 1 of its exact proportion. Equal remainders go to the heavier part first, then to the one
 * that `first` sorts earlier, then to the earlier one. Weights and `total` must not be negative.
 * @throws RangeError when `total` is above 0 and all weights are 0
 */
export function prorate<Part>(
  total: bigint,
  parts: readonly Part[],
  weightOf: (part: Part) => bigint,
  first: (a: Part, b: Part) => number = () => 0,
): [part: Part, share: bigint][] {
  if (total === 0n) return parts.map((part) => [part, 0n])
  const allWeight = sum(parts.map(weightOf))
  if (allWeight === 0n) throw new RangeError(`Cannot split ${total} over parts that weigh nothing`)

  const claims = parts.map((part) => {
    const weight = weightOf(part)
    return { part, weight, share: (total * weight) / allWeight, remainder: (total * weight) % allWeight }
  })
  const leftOver = Number(total - sum(claims.map((claim) => claim.share)))
  const inTurn = claims.toSorted(
    (a, b) => descending(a.remainder, b.remainder) || descending(a.weight, b.weight) || first(a.part, b.part),
  )
  const roundedUp = new Set(inTurn.slice(0, leftOver))
  return claims.map((claim) => [claim.part, roundedUp.has(claim) ? claim.share + 1n : claim.share])
}
