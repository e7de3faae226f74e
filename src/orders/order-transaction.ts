import type { Prisma } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import type { SqlTransaction } from '../platform/database/sql.ts'
import { inSqlTransaction, inTransaction, throwBusyLock } from '../platform/database/transaction.ts'

type OrderTransactions = Pick<Services, 'db' | 'orderQueue'>

/** Waiting for locks, most would otherwise time out on a connection. @throws Problem UNAVAILABLE after a long wait */
export const inOrderTransaction = <Result>(
  { db, orderQueue }: OrderTransactions,
  storeId: string,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> => orderQueue.run(storeId, () => inTransaction(db.prisma, work)).catch(throwBusyLock)

/** For work that is all our SQL, as every buyer's order. */
export const inSaleTransaction = <Result>(
  { db, orderQueue }: OrderTransactions,
  storeId: string,
  work: (tx: SqlTransaction) => Promise<Result>,
  retry?: (error: unknown) => boolean,
): Promise<Result> => orderQueue.run(storeId, () => inSqlTransaction(db.sql, work, retry)).catch(throwBusyLock)
