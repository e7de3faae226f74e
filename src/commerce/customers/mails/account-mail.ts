/** What a job is to send. */
export type AccountMail = { storeId: string } & (
  | { about: 'password'; phone: string }
  | { about: 'email'; customerId: string }
  /** To the address until now. */
  | { about: 'changed-address'; customerId: string; address: string }
)
