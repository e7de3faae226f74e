import type { OwnerContext } from '../../api/context.ts'

export interface SetUp {
  /** A mail server. */
  mails: boolean
  /** Where mails to the owner go. */
  ownerEmail: boolean
  /** A payment account, or a payment method of the store. */
  payments: boolean
  /** Online payments move no real money. */
  playMoney: boolean
}

export async function readSetUp({ services, store }: OwnerContext): Promise<SetUp> {
  const { prisma } = services.db
  const [account, methods] = await Promise.all([
    prisma.paymentAccount.findFirst({ where: { storeId: store.id }, select: { provider: true } }),
    prisma.paymentMethod.count({ where: { storeId: store.id, active: true } }),
  ])
  return {
    mails: services.mailer.isSetUp,
    ownerEmail: Boolean(store.ownerEmail),
    payments: account !== null || methods > 0,
    playMoney: account?.provider === 'SANDBOX',
  }
}
