/** The sum of amounts, 0n for none. */
export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** The smaller of two amounts: Math.min knows no bigints. */
export const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Compares amounts for a sort that puts the largest first. */
export const descending = (a: bigint, b: bigint): number => (a === b ? 0 : a > b ? -1 : 1)
