/** The value below which that share of the values lies; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Of an even number the mean of the two in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0
  return (lower + upper) / 2
}

/** How far the values lie apart, in percent of their median: what a difference has to exceed to mean something. */
export function spreadPercent(values: readonly number[]): number {
  const middle = median(values)
  return middle === 0 ? 0 : ((Math.max(...values) - Math.min(...values)) / middle) * 100
}
