export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** Math.min does not accept bigints. */
export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Compares amounts for sorting in descending order. */
export const descending = (a: bigint, b: bigint): number => (a === b ? 0 : a > b ? -1 : 1)
