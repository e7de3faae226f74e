/** Why a customer’s points changed. A CHECK of the database holds the same list. */
export const LoyaltyEntryKind = {
  OPENING: 'OPENING',
  EARN: 'EARN',
  REDEEM: 'REDEEM',
  REFERRAL: 'REFERRAL',
  ADJUSTMENT: 'ADJUSTMENT',
  EARN_REVERSAL: 'EARN_REVERSAL',
  REDEEM_REVERSAL: 'REDEEM_REVERSAL',
} as const
export type LoyaltyEntryKind = (typeof LoyaltyEntryKind)[keyof typeof LoyaltyEntryKind]
