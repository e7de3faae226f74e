/** Who takes the money. A CHECK of the database holds the same list. */
export const PaymentProvider = {
  SANDBOX: 'SANDBOX',
  RAZORPAY: 'RAZORPAY',
} as const
export type PaymentProvider = (typeof PaymentProvider)[keyof typeof PaymentProvider]
