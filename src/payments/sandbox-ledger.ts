import type { PrismaClient } from '../generated/prisma/client.ts'
import type { CapturedPayment } from './provider.ts'

/** The sandbox's own books: what a real provider would know after our restart. */
export interface SandboxLedger {
  /** What the order is paid with from now on: this, or what it was paid with before. */
  record(storeId: string, payment: CapturedPayment): Promise<CapturedPayment>
  find(storeId: string, providerOrderId: string): Promise<CapturedPayment | null>
}

const columns = { providerOrderId: true, providerPaymentId: true, amount: true, currency: true } as const

export function createSandboxLedger({ sandboxPayment }: Pick<PrismaClient, 'sandboxPayment'>): SandboxLedger {
  const keyed = (storeId: string, providerOrderId: string) => ({
    where: { storeId_providerOrderId: { storeId, providerOrderId } },
    select: columns,
  })
  return {
    record: (storeId, payment) =>
      sandboxPayment.upsert({
        ...keyed(storeId, payment.providerOrderId),
        create: { storeId, ...payment },
        update: {},
      }),
    find: (storeId, providerOrderId) => sandboxPayment.findUnique(keyed(storeId, providerOrderId)),
  }
}
