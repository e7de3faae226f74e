/** What a change is about. A CHECK of the database holds the same list. */
export const SubjectKind = {
  SETTINGS: 'SETTINGS',
  PRODUCT: 'PRODUCT',
  PICTURE: 'PICTURE',
  REVIEW: 'REVIEW',
  DISCOUNT: 'DISCOUNT',
  SHIPPING_ZONE: 'SHIPPING_ZONE',
  PAYMENT_METHOD: 'PAYMENT_METHOD',
  PAYMENT_ACCOUNT: 'PAYMENT_ACCOUNT',
  MAIL_TEMPLATE: 'MAIL_TEMPLATE',
  PAGE: 'PAGE',
  REDIRECT: 'REDIRECT',
  WEBHOOK: 'WEBHOOK',
  KEY: 'KEY',
  MEMBER: 'MEMBER',
  INVITATION: 'INVITATION',
} as const
export type SubjectKind = (typeof SubjectKind)[keyof typeof SubjectKind]

/** How the values of a changed field are to be read. */
export const ValueType = {
  TEXT: 'TEXT',
  NUMBER: 'NUMBER',
  AMOUNT: 'AMOUNT',
  INSTANT: 'INSTANT',
  FLAG: 'FLAG',
} as const
export type ValueType = (typeof ValueType)[keyof typeof ValueType]

/** A CHECK of the database holds the same list. */
export const ChangeAction = {
  CREATED: 'CREATED',
  CHANGED: 'CHANGED',
  DELETED: 'DELETED',
  IMPORTED: 'IMPORTED',
} as const
export type ChangeAction = (typeof ChangeAction)[keyof typeof ChangeAction]
