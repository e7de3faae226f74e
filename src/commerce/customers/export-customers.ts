import { z } from 'zod'
import type { OwnerContext } from '../../api/context.ts'
import { currencyExponent, decimalText } from '../../platform/money.ts'
import { type CsvRow, csvExport, Decimal, inPagesOfList } from '../owners/export/csv-export.ts'
import { flag, words } from '../owners/export/export-query.ts'
import { isEmailConfirmed } from './account/confirm-email.ts'
import { noOrders, readGuestFigures } from './guests/guests.sql.ts'
import { guestId, listGuests } from './guests/list-guests.ts'
import { listCustomers, noPurchases, readPurchases } from './list-customers.ts'

const query = z.object({
  search: words,
  account: flag.meta({ description: 'Only customers with an account, or only those who ordered without one.' }),
})

interface Filter {
  search?: string | undefined
}

export const exportCustomers = csvExport({
  scope: 'customers',
  confirmsAgain: true,
  columns: () => [
    ...['created_at', 'id', 'name', 'phone', 'email', 'email_confirmed', 'address', 'referral_code', 'points'],
    ...['paid_orders', 'total_spent', 'currency', 'account'],
  ],
  query,
  async *pages(context, { account, ...filter }) {
    if (account !== false) yield* withAccount(context, filter)
    if (account !== true) yield* withoutAccount(context, filter)
  },
})

async function* withAccount(context: OwnerContext, filter: Filter): AsyncGenerator<CsvRow[]> {
  const { services, store } = context
  for await (const page of inPagesOfList((page) => listCustomers(context, { ...filter, ...page }))) {
    const ids = page.map(({ id }) => id)
    const purchases = await readPurchases(services.db.prisma, store.id, ids)
    yield page.map((customer) => {
      const { createdAt, id, name, phone, email, address, referralCode, points } = customer
      const { orders, spent } = purchases.get(id) ?? noPurchases
      return {
        created_at: createdAt,
        ...{ id, name, phone, email, email_confirmed: String(isEmailConfirmed(customer)), address, points },
        ...{ referral_code: referralCode, paid_orders: orders, ...moneyOf(store, spent), account: 'true' },
      }
    })
  }
}

async function* withoutAccount(context: OwnerContext, filter: Filter): AsyncGenerator<CsvRow[]> {
  const { services, store } = context
  for await (const page of inPagesOfList((page) => listGuests(context, { ...filter, ...page }))) {
    const figures = await readGuestFigures(services.db.prisma, store.id, page.map(guestId))
    yield page.map((guest) => {
      const { firstOrderAt, paidOrders, spent } = figures.get(guestId(guest)) ?? noOrders
      return {
        created_at: firstOrderAt,
        ...{ name: guest.buyerName, phone: guest.buyerPhone, email: guest.buyerEmail, address: guest.buyerAddress },
        ...{ id: null, email_confirmed: null, points: null, referral_code: null },
        ...{ paid_orders: paidOrders, ...moneyOf(store, spent), account: 'false' },
      }
    })
  }
}

const moneyOf = ({ currency }: OwnerContext['store'], spent: bigint) => ({
  total_spent: new Decimal(decimalText(spent, currencyExponent(currency))),
  currency,
})
