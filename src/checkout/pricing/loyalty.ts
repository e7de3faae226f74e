import { MAX_INTEGER } from '../../platform/integer.ts'
import { divideRounded, MICRO, type Micro, type Subunits } from '../../platform/money.ts'
import { lesser } from './amounts.ts'

export interface LoyaltyProgram {
  /** Points per main currency unit spent, in millionths. */
  earnRate: Micro
  /** Main currency units that one point is worth, in millionths. */
  redeemRate: Micro
}

/** As the buyer asks for them and as the balance allows; neither has to be whole or positive. */
export interface PointsOffer {
  requested: number
  available: number
}

export interface Redemption {
  points: number
  /** What the points take off, in subunits. */
  value: Subunits
}

/** The most points that an order can earn: what a column of the ledger holds. */
export const MAX_POINTS = MAX_INTEGER

const NOTHING: Redemption = { points: 0, value: 0n }

/** The whole points to redeem against `goods` (subunits), and what they are worth. Points that buy nothing are kept. */
export function redemption(offer: PointsOffer, goods: Subunits, redeemRate: Micro, exponent: number): Redemption {
  const pointValue = redeemRate * 10n ** BigInt(exponent)
  if (pointValue <= 0n || goods <= 0n) return NOTHING

  const offered = BigInt(Math.min(wholePoints(offer.requested), wholePoints(offer.available)))
  const needed = pointsThatCover(goods, pointValue)
  const points = lesser(offered, needed)
  const worth = divideRounded(points * pointValue, MICRO)
  if (worth === 0n) return NOTHING
  return { points: Number(points), value: lesser(worth, goods) }
}

/** The points that a purchase of `taxable` (subunits) earns. */
export function pointsEarned(taxable: Subunits, earnRate: Micro, exponent: number): number {
  const points = (taxable * earnRate) / (MICRO * 10n ** BigInt(exponent))
  return Math.min(Number(points), MAX_POINTS)
}

/** The fewest points whose rounded worth is at least `goods`; `pointValue` is in millionths of a subunit. */
function pointsThatCover(goods: Subunits, pointValue: bigint): bigint {
  // points × pointValue rounds to `goods` from half a subunit below it.
  const least = (2n * goods - 1n) * MICRO
  const step = 2n * pointValue
  return (least + step - 1n) / step
}

const wholePoints = (points: number): number => (points > 0 ? Math.min(Math.floor(points), MAX_POINTS) : 0)
