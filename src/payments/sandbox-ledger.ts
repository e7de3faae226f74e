import type { PrismaClient } from '../generated/prisma/client.ts'
import type { CapturedPayment } from './provider.ts'

/** The sandbox's stored payments. A real provider would also still know them after this service restarts. */
export interface SandboxLedger {
  /** Records the payment of an order and returns it, or returns the earlier one when the order is already paid. */
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
      // Prisma's upsert would fail for one of two buyers who pay at once.
      await sandboxPayment.createMany({ data: { storeId, ...payment }, skipDuplicates: true })
      return await sandboxPayment.findUniqueOrThrow(paymentOf(storeId, payment.providerOrderId))
    },
    find: (storeId, providerOrderId) => sandboxPayment.findUnique(paymentOf(storeId, providerOrderId)),
  }
}
