import { PaymentProvider } from '../provider.ts'

/** How an order is paid without the payment provider. A CHECK of the database holds the same list. */
export const PaymentMethodKind = {
  /** In cash or by card, to who delivers it. */
  COD: 'COD',
  /** By hand: a bank transfer, UPI to the owner's own address. */
  MANUAL: 'MANUAL',
} as const
export type PaymentMethodKind = (typeof PaymentMethodKind)[keyof typeof PaymentMethodKind]

/** What confirms an order with such a method. A CHECK of the database holds the same list. */
export const ConfirmedBy = { AUTO: 'AUTO', OWNER: 'OWNER' } as const
export type ConfirmedBy = (typeof ConfirmedBy)[keyof typeof ConfirmedBy]

/** Who took a payment: a provider, or the owner without one. A CHECK of the database holds the same list. */
export const PaymentTaker = { ...PaymentProvider, MANUAL: 'MANUAL' } as const
export type PaymentTaker = (typeof PaymentTaker)[keyof typeof PaymentTaker]
