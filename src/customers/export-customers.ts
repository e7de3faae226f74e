import { z } from 'zod'
import { csvExport, inPagesOf } from '../owners/export/csv-export.ts'
import { currencyExponent, decimalText } from '../platform/money.ts'
import { newestFirst } from '../platform/pagination.ts'
import { isEmailConfirmed } from './account/confirm-email.ts'
import { noPurchases, readPurchases } from './list-customers.ts'

export const exportCustomers = csvExport({
  scope: 'customers',
  columns: () => [
    ...['created_at', 'id', 'name', 'phone', 'email', 'email_confirmed', 'address', 'referral_code', 'points'],
    ...['paid_orders', 'total_spent', 'currency'],
  ],
  query: z.object({}),
  async *pages({
    services: {
      db: { prisma },
    },
    store: { id: storeId, currency },
  }) {
    const pages = inPagesOf(newestFirst, ({ behind, ...page }) =>
      prisma.customer.findMany({ where: { storeId, ...behind }, ...page }),
    )
    for await (const page of pages) {
      const purchases = await readPurchases(
        prisma,
        storeId,
        page.map(({ id }) => id),
      )
      yield page.map((customer) => {
        const { createdAt, id, name, phone, email, address, referralCode, points } = customer
        const { orders, spent } = purchases.get(id) ?? noPurchases
        return {
          created_at: createdAt.toISOString(),
          ...{ id, name, phone, email, email_confirmed: String(isEmailConfirmed(customer)), address, points },
          ...{ referral_code: referralCode, paid_orders: orders, currency },
          total_spent: decimalText(spent, currencyExponent(currency)),
        }
      })
    }
  },
})
