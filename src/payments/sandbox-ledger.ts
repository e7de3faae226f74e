import type { PrismaClient } from '../generated/prisma/client.ts'
import type { CapturedPayment } from './provider.ts'

/** The sandbox's own books: what a real provider would know after our restart. */
export interface SandboxLedger {
  /** What the order is paid with from now on: this, or what it was paid with before. */
  record(storeId: string, payment: CapturedPayment): Promise<CapturedPayment>
  find(storeId: string, providerOrderId: string): Promise<CapturedPayment | null>
}

export function createSandboxLedger({ sandboxPayment }: Pick<PrismaClient, 'sandboxPayment'>): SandboxLedger {
  const paymentOf = (storeId: string, providerOrderId: string) => ({
    where: { storeId_providerOrderId: { storeId, providerOrderId } },
    select: { providerOrderId: true, providerPaymentId: true, amount: true, currency: true },
  })
  return {
    async record(storeId, payment) {
      // Prisma's upsert of two buyers at once would fail for one of them.
      await sandboxPayment.createMany({ data: { storeId, ...payment }, skipDuplicates: true })
      return await sandboxPayment.findUniqueOrThrow(paymentOf(storeId, payment.providerOrderId))
    },
    find: (storeId, providerOrderId) => sandboxPayment.findUnique(paymentOf(storeId, providerOrderId)),
  }
}
