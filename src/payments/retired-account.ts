import type { Services } from '../gateway/context.ts'
import { type Order, Prisma } from '../generated/prisma/client.ts'
import { before, type Retention } from '../platform/database/retention.ts'
import { DAY_MS } from '../platform/time.ts'
import type { ProviderAccount } from './provider.ts'
import { findProviderAccount, opened } from './provider-account.ts'

/** Past the hold of an order that was placed at the last moment, a buyer has so long to come back with a signature. */
const SIGNATURES_KEPT_MS = DAY_MS
/** How long a retired account can be asked what was paid: as long as reconciliation asks about an order. */
const RETIRED_KEPT_MS = 3 * DAY_MS
/** A checkout that began before the change may have written its order after it. */
const CHECKOUT_MS = 60_000
/** Owners seldom change keys so often within days; verification tries each. */
const MAX_RETIRED = 10

export const retiredAccountRetention: Retention = {
  table: 'retired_payment_accounts',
  outdated: (now) => Prisma.sql`retired_at <= ${before(now, RETIRED_KEPT_MS)}`,
}

/** An account of the store, now or until `retiredAt`. */
export interface StoreAccount extends ProviderAccount {
  retiredAt: Date | null
}

type Reading = Pick<Services, 'prisma' | 'seal' | 'clock' | 'holdMinutes'>
type Placed = Pick<Order, 'provider' | 'createdAt'>

/** Whether the account was the store's when the order was placed: one that was left says nothing of later orders. */
export const vouchesFor = ({ provider, retiredAt }: StoreAccount, order: Placed): boolean =>
  provider === order.provider && (retiredAt === null || order.createdAt.getTime() <= retiredAt.getTime() + CHECKOUT_MS)

/**
 * The account that has signed: the store's own, or one that it has left so lately that what its buyers were given
 * before is still on its way. Null when none has.
 */
export async function findSigningAccount(
  services: Reading,
  storeId: string,
  hasSigned: (account: StoreAccount) => boolean,
): Promise<StoreAccount | null> {
  const current = await findProviderAccount(services, storeId)
  if (current && hasSigned({ ...current, retiredAt: null })) return { ...current, retiredAt: null }
  const keptMs = services.holdMinutes * 60_000 + SIGNATURES_KEPT_MS
  const retired = await findRetired(services, storeId, keptMs)
  return retired.find(hasSigned) ?? null
}

/** The accounts that may know of the order, first the one that was the store's when it was placed. */
export async function findAccountsOf(services: Reading, storeId: string, order: Placed): Promise<StoreAccount[]> {
  const current = await findProviderAccount(services, storeId)
  const retired = await findRetired(services, storeId, RETIRED_KEPT_MS)
  const accounts = [...retired.toReversed(), ...(current ? [{ ...current, retiredAt: null }] : [])]
  return accounts.filter((account) => vouchesFor(account, order))
}

/** Latest first. */
async function findRetired({ prisma, seal, clock }: Reading, storeId: string, keptMs: number): Promise<StoreAccount[]> {
  const rows = await prisma.retiredPaymentAccount.findMany({
    where: { storeId, retiredAt: { gt: new Date(clock().getTime() - keptMs) } },
    orderBy: [{ retiredAt: 'desc' }, { id: 'desc' }],
    take: MAX_RETIRED,
  })
  return rows.flatMap((row) => {
    const account = opened(seal, row)
    return account ? [{ ...account, retiredAt: row.retiredAt }] : []
  })
}
