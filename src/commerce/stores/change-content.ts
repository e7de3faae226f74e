import type { Services } from '../../api/context.ts'
import type { Prisma, Store } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'

interface ContentScope {
  services: Pick<Services, 'db' | 'stores'>
  store: Pick<Store, 'id' | 'subdomain'>
}

type TransactionRest = Parameters<typeof inTransaction> extends [unknown, unknown, ...infer Rest] ? Rest : never

/**
 * For changes to what all visitors see: this process stops serving cached answers at once, others within a second.
 * @param rest as in `inTransaction` @throws Problem UNAVAILABLE
 */
export const changeContent = <Result>(
  scope: ContentScope,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  ...rest: TransactionRest
): Promise<Result> => change(scope, work, {}, ...rest)

/**
 * As `changeContent`, for changes to zones, delivery methods and payment methods: each process also compiles the store's
 * terms again, and a checkout that was priced by the earlier ones prices again. Locks the store's row, so that what is
 * counted stays within its limit.
 * @throws Problem UNAVAILABLE
 */
export const changeTerms = <Result>(
  scope: ContentScope,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  ...rest: TransactionRest
): Promise<Result> =>
  change(
    scope,
    async (tx) => {
      await lockRow(tx, 'stores', { id: scope.store.id })
      return work(tx)
    },
    { terms: true },
    ...rest,
  )

async function change<Result>(
  { services, store }: ContentScope,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
  raised: Raised,
  ...rest: TransactionRest
): Promise<Result> {
  try {
    return await inTransaction(
      services.db.prisma,
      async (tx) => {
        const result = await work(tx)
        await raiseContentVersion(tx, store.id, raised)
        return result
      },
      ...rest,
    )
  } finally {
    // Also after a failure: a COMMIT whose confirmation got lost has changed the store.
    services.stores.forget(store.subdomain)
  }
}

interface Raised {
  /** Whether the version of the store's terms rises, too. */
  terms?: boolean
}

/** Call it last in a transaction, because others wait for the store's row. */
export async function raiseContentVersion(
  tx: Prisma.TransactionClient,
  storeId: string,
  { terms = false }: Raised = {},
): Promise<void> {
  await tx.contentVersion.upsert({
    where: { storeId },
    create: { storeId, version: 1, ...(terms && { termsVersion: 1 }) },
    update: { version: { increment: 1 }, ...(terms && { termsVersion: { increment: 1 } }) },
  })
}
