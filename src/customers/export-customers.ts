import { z } from 'zod'
import { csvExport, Decimal, inPagesOfList } from '../owners/export/csv-export.ts'
import { words } from '../owners/export/export-query.ts'
import { currencyExponent, decimalText } from '../platform/money.ts'
import { isEmailConfirmed } from './account/confirm-email.ts'
import { listCustomers, noPurchases, readPurchases } from './list-customers.ts'

export const exportCustomers = csvExport({
  scope: 'customers',
  columns: () => [
    ...['created_at', 'id', 'name', 'phone', 'email', 'email_confirmed', 'address', 'referral_code', 'points'],
    ...['paid_orders', 'total_spent', 'currency'],
  ],
  query: z.object({ search: words }),
  async *pages(context, filter) {
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
          ...{ referral_code: referralCode, paid_orders: orders, currency: store.currency },
          total_spent: new Decimal(decimalText(spent, currencyExponent(store.currency))),
        }
      })
    }
  },
})
