import type { Store } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { issueAt } from '../../platform/input/issues.ts'
import { appearanceColumns } from './appearance.ts'
import { businessColumns, withRegionCode } from './business/business-format.ts'
import { storedMenu, withFooterEntries } from './menu-entries.ts'
import type { StoreEntry } from './store-format.ts'
import { differs, given, type StoreWrite } from './store-write.ts'
import { withStoredPictures } from './uploaded-addresses.ts'

type Target = Pick<StoreWrite, 'tx' | 'issues'>

/**
 * Creates or updates the store. Its row stays locked, but orders and sign-ups can still refer to it.
 * @param accessHash of the bundle's access password; null when it has none or the store needs none
 */
export async function writeStore(target: Target, bundle: StoreEntry, accessHash: string | null): Promise<Store> {
  const { tx, issues } = target
  await lockRow(tx, 'stores', { subdomain: bundle.subdomain })
  const store = await tx.store.findUnique({ where: { subdomain: bundle.subdomain } })
  if (store && store.currency !== bundle.currency) {
    const expected = `${store.currency}, the currency in which the store's prices, points and orders are kept`
    issues.push(issueAt(['store', 'currency'], expected, bundle.currency))
  }
  const wanted = {
    ...settingColumns(bundle),
    ...openingSettings(store, bundle),
    ...accessSettings(target, store, bundle, accessHash),
  }
  const business = withRegionCode(['store', 'business'], businessColumns(bundle.business), store)
  issues.push(...business.issues)
  if (!store) {
    const { subdomain, businessName, currency } = bundle
    const data = { ...wanted, ...business.columns, subdomain, businessName, currency, usage: { create: {} } }
    return tx.store.create({ data })
  }
  const given = await withStoredPictures(tx, store.id, wanted)
  const { columns, issues: tooMany } = withFooterEntries(given, storedMenu(store, 'FOOTER'))
  issues.push(...tooMany.map(({ path, message }) => ({ path: `store.${path}`, message })))
  const isBusinessNew = differs(store, business.columns)
  if (!isBusinessNew && !differs(store, columns)) return store
  return tx.store.update({
    where: { id: store.id },
    data: {
      ...columns,
      ...business.columns,
      ...(differs(store, columns) && { version: { increment: 1 } }),
      ...(isBusinessNew && { businessVersion: { increment: 1 } }),
    },
  })
}

export type StoreSettings = Omit<
  StoreEntry,
  'subdomain' | 'businessName' | 'currency' | 'open' | 'access' | 'business'
> & {
  businessName?: string | undefined
}

export const settingColumns = ({
  businessName,
  timeZone,
  locale,
  active,
  ownerEmail,
  replyTo,
  storefrontUrl,
  tax,
  shipping,
  lowStockThreshold,
  cancellableMinutes,
  shopEnabled,
  appearance,
  loyalty,
  chat,
}: StoreSettings) =>
  given({
    businessName,
    timeZone,
    locale,
    active,
    ownerEmail,
    replyTo,
    storefrontUrl,
    taxRateMicro: tax?.rate === undefined ? undefined : Number(tax.rate),
    taxInclusive: tax?.inclusive,
    shippingFee: shipping?.fee,
    shippingFreeFrom: shipping?.freeFrom,
    shippingCountry: shipping?.country,
    defaultWeight: shipping?.defaultWeight,
    lowStockThreshold,
    cancellableMinutes,
    shopEnabled,
    ...appearanceColumns(appearance),
    loyaltyEnabled: loyalty?.enabled,
    earnRateMicro: loyalty?.earnRate,
    redeemRateMicro: loyalty?.redeemRate,
    chatEnabled: chat?.enabled,
    chatContext: chat?.context,
  })

/** One that is open has been so since its own day. */
function openingSettings(store: Store | null, { open }: StoreEntry): { openedAt?: Date | null } {
  if (open === undefined || (open && store?.openedAt)) return {}
  return { openedAt: open ? new Date() : null }
}

type AccessSettings = Partial<Pick<Store, 'accessPasswordHash' | 'accessPasswordVersion' | 'accessProtection'>>

/** An unchanged password stays. A new version invalidates the tokens of an earlier password. */
function accessSettings(
  { issues }: Target,
  store: Store | null,
  { access }: StoreEntry,
  accessHash: string | null,
): AccessSettings {
  const isProtected = Boolean(store?.accessPasswordHash)
  if (access === undefined || (access === null && !isProtected)) return {}
  const accessPasswordVersion = (store?.accessPasswordVersion ?? 0) + 1
  if (access === null) return { accessPasswordHash: null, accessPasswordVersion }
  const accessProtection = access.protection?.toUpperCase()
  if (isProtected) return given({ accessProtection })
  // In old bundles a password was a hint.
  const protection = { accessProtection: accessProtection ?? 'HINT' }
  if (accessHash !== null) return { accessPasswordHash: accessHash, accessPasswordVersion, ...protection }
  issues.push(issueAt(['store', 'access', 'password'], 'a password, as the store has none yet', undefined))
  return {}
}
