import { MAX_INTEGER } from '../../../platform/integer.ts'
import { divideRounded, MICRO, type Micro, roundingUnit, type Subunits } from '../../../platform/money.ts'
import { lesser } from './prorate.ts'

export interface LoyaltyProgram {
  /** Points per main currency unit, in millionths. */
  earnRate: Micro
  /** Main currency units per point, in millionths. */
  redeemRate: Micro
}

/** As requested: neither whole nor positive for sure. */
export interface PointsOffer {
  requested: number
  available: number
}

interface Redemption {
  points: number
  /** Subunits. */
  value: Subunits
}

/** Per order: the limit of an integer column. */
export const MAX_POINTS = MAX_INTEGER

const NOTHING: Redemption = { points: 0, value: 0n }

/** Whole points for goods in subunits. Points that buy nothing stay. */
export function redemption(offer: PointsOffer, goods: Subunits, redeemRate: Micro, exponent: number): Redemption {
  const pointValue = redeemRate * 10n ** BigInt(exponent)
  if (pointValue <= 0n || goods <= 0n) return NOTHING

  const offered = BigInt(Math.min(wholePoints(offer.requested), wholePoints(offer.available)))
  const unit = roundingUnit(exponent)
  const needed = pointsThatCover(goods, pointValue, unit)
  const points = lesser(offered, needed)
  const worth = divideRounded(points * pointValue, MICRO * unit) * unit
  if (worth === 0n) return NOTHING
  return { points: Number(points), value: lesser(worth, goods) }
}

export function pointsEarned(taxable: Subunits, earnRate: Micro, exponent: number): number {
  const points = (taxable * earnRate) / (MICRO * 10n ** BigInt(exponent))
  return Math.min(Number(points), MAX_POINTS)
}

/** The fewest points worth at least `goods`. `pointValue` is in millionths of a subunit. */
function pointsThatCover(goods: Subunits, pointValue: bigint, unit: Subunits): bigint {
  // A value rounds up to `goods` from half a unit below.
  const least = (2n * goods - unit) * MICRO
  const step = 2n * pointValue
  return (least + step - 1n) / step
}

const wholePoints = (points: number): number => (points > 0 ? Math.min(Math.floor(points), MAX_POINTS) : 0)
