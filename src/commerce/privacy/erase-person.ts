import type { Services } from '../../api/context.ts'
import type { Prisma, Store } from '../../generated/prisma/client.ts'
import { isForeignKeyViolation } from '../../platform/database/errors/key-violation.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { busy } from '../../platform/problem.ts'
import { deleteCarts, deleteGuestCarts } from '../carts/personal-carts.ts'
import { deleteKeysOf, forgetRequests } from '../checkout/idempotency.ts'
import type { Person } from '../customers/person.ts'
import { accountTexts, deleteAccounts, lockAccounts } from '../customers/personal/personal-accounts.ts'
import { addressTexts, deleteAddresses } from '../customers/personal/personal-addresses.ts'
import { deleteCodes } from '../customers/personal/personal-codes.ts'
import { deleteLeads } from '../leads/personal-leads.ts'
import { deleteLedgers } from '../loyalty/personal-points.ts'
import { deleteMailsOf } from '../mails/sandbox-mails.ts'
import { deleteSubscriptions } from '../newsletter/personal-subscriptions.ts'
import type { Actor } from '../orders/order-event.ts'
import { eraseBuyer } from '../orders/person/erase-buyer.ts'
import { refuseOpen } from '../orders/person/open-orders.ts'
import { emailsOf } from '../orders/person/person-orders.ts'
import { eraseReviewers } from '../reviews/personal-reviews.ts'
import { deleteWishlists } from '../wishlist/personal-wishlist.ts'

export interface Erased {
  accounts: number
  orders: number
  /** Those that waited for their payment. */
  cancelledOrders: number
  reviews: number
  wishlistItems: number
  carts: number
  subscriptions: number
  leads: number
}

export interface ErasingScope {
  services: Pick<Services, 'orderQueue' | 'db' | 'jobs' | 'clock' | 'stores' | 'logger' | 'keyedHash'>
  store: Pick<Store, 'id' | 'subdomain'>
}

/** Each further one takes an order or a review made meanwhile. */
const ATTEMPTS = 5

/**
 * Bounded transactions, accounts last, so that another call completes an interrupted erasure.
 * @param actor for the history of the orders
 * @throws Problem CONFLICT while an order is paid and not sent, or owes money; UNAVAILABLE
 */
export async function erasePerson(scope: ErasingScope, person: Person, actor: Actor): Promise<Erased> {
  const { services, store } = scope
  await refuseOpen(services.db.prisma, store.id, { person }, actor)
  const emails = await emailsOf(scope, person)
  const texts = [
    ...(await accountTexts(scope, person)),
    ...(await addressTexts(scope, person.customerIds)),
    ...(person.phone === null ? [] : [person.phone]),
  ]
  const erased: Erased = {
    accounts: 0,
    orders: 0,
    cancelledOrders: 0,
    reviews: 0,
    wishlistItems: 0,
    carts: 0,
    subscriptions: await deleteSubscriptions(scope, emails),
    leads: await deleteLeads(scope, person, emails),
  }
  for (let attempt = 1; ; attempt += 1) {
    erased.reviews += await eraseReviewers(scope, person.customerIds, texts)
    const alongside = async (tx: Prisma.TransactionClient, ids: readonly string[]) => {
      await forgetRequests(tx, store.id, ids)
      await deleteMailsOf(tx, store.id, ids)
      return deleteGuestCarts(tx, store.id, ids)
    }
    const {
      orders,
      cancelled,
      alongside: guestCarts,
    } = await eraseBuyer({ services, store, person, actor, texts, alongside })
    erased.orders += orders
    erased.cancelledOrders += cancelled
    erased.carts += guestCarts
    try {
      const { accounts, wishlistItems, carts } = await eraseAccounts(scope, person)
      erased.accounts += accounts
      erased.wishlistItems += wishlistItems
      erased.carts += carts
      break
    } catch (error) {
      // An order or a review of the account came between.
      if (!isForeignKeyViolation(error, 'customer_id')) throw error
      if (attempt === ATTEMPTS) throw busy(error)
    }
  }
  services.logger.info({ storeId: store.id, actor, erased }, 'A person was erased')
  return erased
}

const eraseAccounts = ({ services, store }: ErasingScope, person: Person) =>
  inTransaction(services.db.prisma, async (tx) => {
    const ids = await lockAccounts(tx, store.id, person)
    await deleteCodes(tx, store.id, { phone: person.phone, customerIds: ids })
    if (ids.length === 0) return { accounts: 0, wishlistItems: 0, carts: 0 }
    const wishlistItems = await deleteWishlists(tx, store.id, ids)
    await deleteAddresses(tx, store.id, ids)
    const carts = await deleteCarts(tx, store.id, ids)
    await deleteLedgers(tx, store.id, ids)
    await deleteKeysOf(tx, store.id, ids)
    await deleteAccounts(tx, store.id, ids)
    return { accounts: ids.length, wishlistItems, carts }
  })
