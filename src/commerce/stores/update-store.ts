import { z } from 'zod'
import { checkScope, KeyScope } from '../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../api/context.ts'
import type { Prisma, Store } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { currency as currencyCode, fields, lineName, money } from '../../platform/input/fields.ts'
import { parseInputAll, problemOfAll } from '../../platform/input/parse-input-all.ts'
import { isCurrency } from '../../platform/money.ts'
import { Problem, versionConflict } from '../../platform/problem.ts'
import { changedFields } from '../history/changed-fields.ts'
import { recordChange } from '../history/record-change.ts'
import { changeContent } from './change-content.ts'
import { storedMenu, withFooterEntries } from './menu-entries.ts'
import { settingNames } from './setting-names.ts'
import { checkStore, settingFields } from './store-format.ts'
import { withStoredPictures } from './uploaded-addresses.ts'
import { settingColumns } from './write-store.ts'

type Scope = Pick<OwnerContext, 'services' | 'store' | 'caller'>

/** Every field is optional; amounts are in `currency`. */
const settings = (currency: string) =>
  fields({
    businessName: lineName(255).optional(),
    currency: currencyCode.optional(),
    ...settingFields(money(currency)),
  })

type Settings = z.output<ReturnType<typeof settings>>

/**
 * Settings that are left out stay, `null` clears; the list of services is replaced as a whole.
 * @param version on which the change is based @throws Problem BAD_USER_INPUT, CONFLICT when it is outdated
 */
export async function updateStore(scope: Scope, input: unknown, version: number): Promise<Store> {
  const { store } = scope
  const currency = currencyIn(input) ?? store.currency
  const wanted = parseInputAll(settings(currency), input, (json) => checkStore([], json))
  return changeContent(scope, async (tx) => {
    const current = await lockStore(tx, store.id, { alone: currency !== store.currency })
    // Amounts were parsed in the currency that the store had when the request came.
    if (current.version !== version || current.currency !== store.currency) throw versionConflict('store')
    if (wanted.ownerEmail !== undefined && wanted.ownerEmail !== current.ownerEmail) checkMailedScopes(scope.caller)
    if (currency !== current.currency) await refuseOncePriced(tx, current, wanted)
    if (wanted.chat?.services) await replaceServices(tx, store.id, wanted.chat.services)
    const { columns, issues } = withFooterEntries(
      await withStoredPictures(tx, store.id, settingColumns(wanted)),
      storedMenu(current, 'FOOTER'),
    )
    if (issues.length > 0) throw problemOfAll(issues)
    const updated = await tx.store.update({
      where: { id: store.id },
      data: { ...columns, currency, version: { increment: 1 } },
    })
    const fields = changedFields(current, updated, { currency, names: settingNames })
    if (wanted.chat?.services) fields.push({ name: 'chat.services' })
    await recordChange(tx, scope, { subject: 'SETTINGS', action: 'CHANGED', fields })
    return updated
  })
}

/** Who chooses where mails about orders and leads go, reads them. @throws Problem FORBIDDEN */
function checkMailedScopes(key: OwnerContext['caller']): void {
  for (const scope of [KeyScope.ORDERS, KeyScope.CUSTOMERS]) checkScope(key, [scope, KeyScope.READ])
}

const WithCurrency = z.object({ currency: z.string().refine(isCurrency) })

const currencyIn = (input: unknown): string | undefined => WithCurrency.safeParse(input).data?.currency

/** Orders and products can still refer to the store, unless `alone`. */
async function lockStore(tx: Prisma.TransactionClient, id: string, { alone }: { alone: boolean }): Promise<Store> {
  await lockRow(tx, 'stores', { id }, { alone })
  return tx.store.findUniqueOrThrow({ where: { id } })
}

/** Each stored amount would mean something else. */
async function refuseOncePriced(tx: Prisma.TransactionClient, store: Store, { shipping, chat }: Settings) {
  const priced = { where: { storeId: store.id }, select: { id: true } }
  const found =
    (await tx.product.findFirst(priced)) ?? (await tx.discount.findFirst(priced)) ?? (await tx.order.findFirst(priced))
  const { currency } = store
  if (found) {
    throw new Problem(
      'BAD_USER_INPUT',
      `The currency stays ${currency}: the store has products, discounts or orders whose amounts are in it. Open another store for another currency.`,
    )
  }
  const isFeeLeft = store.shippingFee !== 0n && shipping?.fee === undefined
  const isThresholdLeft = store.shippingFreeFrom !== null && shipping?.freeFrom === undefined
  const pricedServices = chat?.services
    ? 0
    : await tx.service.count({ where: { storeId: store.id, price: { not: null } } })
  if (isFeeLeft || isThresholdLeft || pricedServices > 0) {
    throw new Problem(
      'BAD_USER_INPUT',
      `Shipping and services have amounts in ${currency}: send them anew along with the new currency.`,
    )
  }
}

type Service = NonNullable<NonNullable<Settings['chat']>['services']>[number]

async function replaceServices(tx: Prisma.TransactionClient, storeId: string, services: readonly Service[]) {
  await tx.service.deleteMany({ where: { storeId } })
  if (services.length === 0) return
  await tx.service.createMany({
    data: services.map(({ name, description = '', price = null }, position) => ({
      storeId,
      name,
      description,
      price,
      position,
    })),
  })
}
