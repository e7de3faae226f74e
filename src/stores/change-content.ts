import type { Prisma, Store } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import { inTransaction } from '../platform/database/transaction.ts'

interface ContentScope {
  services: Pick<Services, 'db' | 'stores'>
  store: Pick<Store, 'id' | 'subdomain'>
}

type TransactionRest = Parameters<typeof inTransaction> extends [unknown, unknown, ...infer Rest] ? Rest : never

/**
 * For changes to what all visitors see: this process stops serving cached answers at once, others within a second.
 * @param rest as in `inTransaction` @throws Problem UNAVAILABLE
 */
export async function changeContent<Result>(
  { services, store }: ContentScope,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  ...rest: TransactionRest
): Promise<Result> {
  try {
    return await inTransaction(
      services.db.prisma,
      async (tx) => {
        const result = await work(tx)
        await raiseContentVersion(tx, store.id)
        return result
      },
      ...rest,
    )
  } finally {
    // Also after a failure: a COMMIT whose confirmation got lost has changed the store.
    services.stores.forget(store.subdomain)
  }
}

/** Call it last in a transaction, because others wait for the store's row. */
export async function raiseContentVersion(tx: Prisma.TransactionClient, storeId: string): Promise<void> {
  await tx.contentVersion.upsert({
    where: { storeId },
    create: { storeId, version: 1 },
    update: { version: { increment: 1 } },
  })
}
