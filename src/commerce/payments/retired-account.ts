import type { Services } from '../../api/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { olderThan } from '../../platform/database/retention.ts'
import { DAY_MS } from '../../platform/time.ts'
import type { ProviderAccount } from './provider.ts'
import { findProviderAccount, opened } from './provider-account.ts'

/** After the last hold: how long buyers may still bring a signature. */
const SIGNATURES_RETENTION_MS = DAY_MS
/** As long as reconciliation asks about an order. */
const RETIRED_RETENTION_MS = 3 * DAY_MS
/** A checkout that began before the change may write its order this much later. */
const CHECKOUT_MS = 60_000
/** Verification tries each; owners seldom change keys more often. */
const MAX_RETIRED = 10

export const retiredAccountRetention = olderThan('retired_payment_accounts', 'retired_at', RETIRED_RETENTION_MS)

/** The current account, or one until `retiredAt`. */
export interface StoreAccount extends ProviderAccount {
  retiredAt: Date | null
}

type Reading = Pick<Services, 'db' | 'seal' | 'clock' | 'holdMinutes'>
type Placed = Pick<Order, 'provider' | 'createdAt'>

/** A retired account must not confirm later orders. */
export const vouchesFor = ({ provider, retiredAt }: StoreAccount, order: Placed): boolean =>
  provider === order.provider && (retiredAt === null || order.createdAt.getTime() <= retiredAt.getTime() + CHECKOUT_MS)

/** Null when neither the current nor a recent account signed. @param current the store's, if it can be opened */
export async function findSigningAccount(
  services: Reading,
  storeId: string,
  current: ProviderAccount | null,
  hasSigned: (account: StoreAccount) => boolean,
): Promise<StoreAccount | null> {
  if (current && hasSigned({ ...current, retiredAt: null })) return { ...current, retiredAt: null }
  const retentionMs = services.holdMinutes * 60_000 + SIGNATURES_RETENTION_MS
  const retired = await findRetired(services, storeId, retentionMs)
  return retired.find(hasSigned) ?? null
}

/** First the account at the time of the order. */
export async function findAccountsOf(services: Reading, storeId: string, order: Placed): Promise<StoreAccount[]> {
  const current = await findProviderAccount(services, storeId)
  const retired = await findRetired(services, storeId, RETIRED_RETENTION_MS)
  const accounts = [...retired.toReversed(), ...(current ? [{ ...current, retiredAt: null }] : [])]
  return accounts.filter((account) => vouchesFor(account, order))
}

async function findRetired(
  { db: { prisma }, seal, clock }: Reading,
  storeId: string,
  retentionMs: number,
): Promise<StoreAccount[]> {
  const rows = await prisma.retiredPaymentAccount.findMany({
    where: { storeId, retiredAt: { gt: new Date(clock().getTime() - retentionMs) } },
    orderBy: [{ retiredAt: 'desc' }, { id: 'desc' }],
    take: MAX_RETIRED,
  })
  return rows.flatMap((row) => {
    const account = opened(seal, row)
    return account ? [{ ...account, retiredAt: row.retiredAt }] : []
  })
}
