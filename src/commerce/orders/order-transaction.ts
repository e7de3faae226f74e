import type { Services } from '../../api/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { SqlTransaction } from '../../platform/database/sql.ts'
import { inSqlTransaction, inTransaction, throwBusyLock } from '../../platform/database/transaction.ts'
import { isUsedUpMeanwhile } from './holds/holds.sql.ts'

type OrderTransactions = Pick<Services, 'db' | 'orderQueue'>

/** Waiting for locks, most would otherwise time out on a connection. @throws Problem UNAVAILABLE after a long wait */
export const inOrderTransaction = <Result>(
  { db, orderQueue }: OrderTransactions,
  storeId: string,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> => orderQueue.run(storeId, () => inTransaction(db.prisma, work)).catch(throwBusyLock)

/** For work that is all our SQL, as every buyer's order. Repeated when a code is used up meanwhile. */
export const inSaleTransaction = <Result>(
  { db, orderQueue }: OrderTransactions,
  storeId: string,
  work: (tx: SqlTransaction) => Promise<Result>,
  retry: (error: unknown) => boolean = () => false,
): Promise<Result> =>
  orderQueue
    .run(storeId, () => inSqlTransaction(db.sql, work, (error) => isUsedUpMeanwhile(error) || retry(error)))
    .catch(throwBusyLock)
