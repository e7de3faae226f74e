/**
 * What programs decide by, beside the code; a message may be reworded, a reason keeps its meaning for good. Texts say
 * when, in Markdown. After a change: `npm run generate`.
 */
export const noticeReasons = {
  ITEM_MALFORMED: 'The item has no id of a product, no quantity of 1 to 99, or options that are no texts',
  PRODUCT_UNAVAILABLE: 'The store does not sell this product',
  VARIANT_UNAVAILABLE: 'The product has no such variant',
  VARIANT_REQUIRED: 'The product has variants, and the item names none',
  OUT_OF_STOCK: 'There is not enough in stock',
  TOO_MANY_UNPAID_UNITS: 'The buyer’s unpaid orders hold as many units as one may',
  CODE_UNKNOWN: 'There is no such discount code',
  CODE_INACTIVE: 'The discount code is switched off',
  CODE_NOT_STARTED: 'The discount code is not valid yet',
  CODE_EXPIRED: 'The discount code is not valid any more',
  CODE_BELOW_MINIMUM: 'The goods cost less than the discount code asks for',
  CODE_USED_UP: 'The discount code has been used as often as it may be',
  CODE_USED_BY_BUYER: 'This buyer has used the discount code as often as one may',
  CODE_HELD_BY_BUYER: 'The buyer’s unpaid orders hold the discount code as often as one may',
  CODE_NEEDS_PHONE: 'The discount code is limited for each buyer, and the phone has no digits to know this one by',
  CODE_TAKES_NOTHING: 'The discount code takes nothing off these goods',
  POINTS_DISABLED: 'The store has no loyalty program',
  POINTS_INVALID: 'The points are not a number above 0',
  POINTS_NOT_WHOLE: 'Only whole points are redeemed',
  POINTS_SHORT: 'The customer has fewer points, or unpaid orders hold them',
  POINTS_NOT_NEEDED: 'Fewer points pay for all the goods',
  POINTS_WORTH_TOO_LITTLE: 'The points are worth less than the smallest coin',
  DESTINATION_REQUIRED: 'Where to deliver is not known, or not exactly enough; `needs` names what is missing',
  NOT_DELIVERED_THERE: 'The store does not deliver to this destination, or not these goods',
  DELIVERY_METHOD_UNAVAILABLE: 'The chosen delivery method is not offered for this cart',
  PAYMENT_METHOD_UNAVAILABLE: 'The chosen payment method is not offered for this cart',
  LOGIN_REQUIRED: 'This needs a customer’s token that is valid',
} as const satisfies Readonly<Record<string, string>>

/** Beside those of notices. */
const refusalReasons = {
  LIMIT_REACHED: 'There can be no more of these: addresses, keys, webhooks, notes, pictures',
  ADDRESS_NOT_FOUND: 'The customer has no such address',
  ADDRESS_REQUIRED: 'The delivery method brings the goods to an address, and none is given',
  ALREADY_EXISTS: 'There is one with this name already; to change it, send its version',
  AMOUNT_TOO_LARGE: 'More than what is left to be paid or refunded',
  ASSISTANT_UNAVAILABLE: 'The language model failed',
  CART_NOT_FOUND: 'There is no such cart, or it is somebody else’s. Forget its id',
  CHAT_DISABLED: 'The store has no chat',
  CUSTOMER_NOT_FOUND: 'The store has no such customer',
  FOREIGN_SITE: 'The request comes from another site, or not over https',
  IMPORT_RUNNING: 'Another import into the store is running',
  INVALID_KEY: 'There is no owner key of this store, or it was revoked',
  KEY_REUSED: 'The idempotency key belongs to another request. Use a new key',
  LINK_EXPIRED: 'The code or link was used, replaced, or is too old',
  MISSING_SCOPE: 'The owner key does not have a scope that this needs',
  MONEY_GIVEN_BACK: 'Money of the order was given back, so that its payments stay as they are',
  NOT_RECORDED: 'The payment provider reported this payment: it can be refunded, not undone',
  NOTHING_TO_BUY: 'Nothing of the cart can be bought; `notices` say why',
  NOTHING_TO_REFUND: 'Nothing is left of the payment to refund',
  ORDER_CANCELLED: 'The order was cancelled',
  ORDER_NOT_FOUND: 'There is no such order, or the phone is not its buyer’s',
  ORDERS_OPEN: 'The customer has orders that are not finished',
  OUTDATED_VERSION: 'It was changed since it was read. Read it again, then decide anew',
  PATH_NOT_FOUND: 'There is nothing at this address',
  PAYMENT_NOT_FOUND: 'The order has no such payment',
  PAYMENT_TOO_SMALL: 'The payment does not cover the order',
  PAYMENT_UNDONE: 'The recorded payment was undone',
  PHONE_NOT_CALLABLE: 'The parcel is paid on delivery, and the phone is none that can be called',
  PHONE_TAKEN: 'An account with this phone exists',
  PRODUCT_NOT_FOUND: 'The store has no such product',
  PROVIDER_REFUSED_AMOUNT: 'The payment provider does not take this amount',
  PROVIDER_UNAVAILABLE: 'The payment provider failed. Repeat the checkout with the same `Idempotency-Key`',
  REFUND_UNDER_WAY: 'A refund of this order is under way',
  REVIEW_NOT_FOUND: 'The store has no such review',
  SESSION_ENDED: 'The console’s session has ended',
  STILL_RUNNING: 'The first request with this idempotency key is still running. Repeat it in a second',
  STORE_INACTIVE: 'The store is switched off, or has no shop',
  STORE_LOCKED: 'The store has a password: send the token of `unlock`',
  STORE_NOT_LOCKED: 'The store has no password to unlock it with',
  TOO_LATE: 'This can be undone for 24 hours, which are over',
  TOO_MANY_CASH_ORDERS: 'The buyer has as many open orders to pay on delivery as one may',
  TOO_MANY_UNPAID_ORDERS: 'The buyer, or the address, has as many unpaid orders as one may',
  TOTAL_CHANGED: 'The order would cost something else than `expectedTotal`',
  TOTAL_TOO_SMALL: 'The total is below the least that can be paid online',
  VARIANT_NOT_FOUND: 'The product has no such variant',
  WRONG_LOGIN: 'There is no account with this phone and password',
  WRONG_PASSWORD: 'The password is wrong',
  WRONG_STATUS: 'The order is not in a status that allows this',
} as const satisfies Readonly<Record<string, string>>

export const reasons = { ...noticeReasons, ...refusalReasons }

export type NoticeReason = keyof typeof noticeReasons
export type ProblemReason = keyof typeof reasons

export const isReason = (text: string): text is ProblemReason => text in reasons
export const isNoticeReason = (text: string): text is NoticeReason => text in noticeReasons
