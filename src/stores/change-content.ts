import type { Prisma, Store } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import { inTransaction } from '../platform/database/transaction.ts'

interface ContentScope {
  services: Pick<Services, 'db' | 'stores'>
  store: Pick<Store, 'id' | 'subdomain'>
}

type TransactionRest = Parameters<typeof inTransaction> extends [unknown, unknown, ...infer Rest] ? Rest : never

/**
 * Runs a transaction that changes what all visitors of the store see alike, so that answers kept from before are no
 * longer given: in this process from now on, in others within a second.
 * @param rest as in `inTransaction`
 * @throws Problem UNAVAILABLE
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
    // Also when it has failed: a commit whose confirmation got lost has changed the store, too.
    services.stores.forget(store.subdomain)
  }
}

/** Marks kept answers of the store as outdated. The last statement of a transaction, because others wait for its row. */
export async function raiseContentVersion(tx: Prisma.TransactionClient, storeId: string): Promise<void> {
  await tx.contentVersion.upsert({
    where: { storeId },
    create: { storeId, version: 1 },
    update: { version: { increment: 1 } },
  })
}
