import { phoneIdentity } from '../../customers/phone.ts'

/** The key shared by all guests whose phone contains no digits. */
export const NAMELESS_BUYER = 'phone:'

/** The key that limits per customer are counted by: the customer's id, or a guest's phone number. */
export const discountBuyer = (customerId: string | null, phone: string): string =>
  customerId ?? `${NAMELESS_BUYER}${phoneIdentity(phone)}`
