import { chosenOptions } from '../catalog/product.ts'
import { hasPhone } from '../customers/customers.sql.ts'
import type { Person, PersonScope } from '../customers/person.ts'
import { confirmedEmails } from '../customers/personal-accounts.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { recipientOf } from '../mails/mail-name.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { toMainUnits } from '../platform/money.ts'
import { isPlayMoney } from './play-money.ts'
import { endsWithDigits } from './search-orders.sql.ts'
import { refundedInMainUnits } from './shown-order.ts'

/** Orders in memory at a time. */
const PAGE = 100

/**
 * The CTE `theirs` with the ids of the person's orders: those of the accounts and those that name the phone. Each part
 * goes by its own index; what is asked of the orders besides must not lead PostgreSQL to another one.
 */
export function theirOrders(storeId: string, { phone, customerIds }: Person): Prisma.Sql {
  const ofAccounts = Prisma.sql`
    SELECT id FROM orders WHERE store_id = ${storeId}::uuid AND customer_id = ANY (${[...customerIds]}::uuid[])`
  if (phone === null) return Prisma.sql`theirs AS MATERIALIZED (${ofAccounts})`
  return Prisma.sql`named AS MATERIALIZED (
    SELECT id, buyer_phone_digits FROM orders
    WHERE store_id = ${storeId}::uuid AND ${endsWithDigits(storeId, phone)}
  ), theirs AS MATERIALIZED (
    ${ofAccounts} UNION SELECT id FROM named WHERE ${hasPhone(Prisma.sql`buyer_phone_digits`, phone)}
  )`
}

/** The SQL condition that an order is the person's. */
export const isTheirs = (storeId: string, person: Person): Prisma.Sql =>
  Prisma.sql`id IN (WITH ${theirOrders(storeId, person)} SELECT id FROM theirs)`

/**
 * Every address in the person's orders and accounts, in lower case. Of an account alone it is the confirmed one: nobody
 * has shown that another is theirs, and others may have left it with the store.
 */
export async function emailsOf({ services, store }: PersonScope, person: Person): Promise<string[]> {
  if (person.phone === null) return confirmedEmails({ services, store }, person.customerIds)
  const rows = await services.db.prisma.$queryRaw<{ email: string }[]>`
    WITH ${theirOrders(store.id, person)}
    SELECT lower(buyer_email) AS email FROM orders
    WHERE store_id = ${store.id}::uuid AND id IN (SELECT id FROM theirs) AND buyer_email IS NOT NULL
    UNION SELECT lower(email) FROM customers
    WHERE store_id = ${store.id}::uuid AND id = ANY (${[...person.customerIds]}::uuid[]) AND email IS NOT NULL
    ORDER BY 1`
  return rows.map(({ email }) => email)
}

/** The person's orders as JSON, oldest first, in pages: as they were placed, with all that happened to them. */
export async function* ordersOf({ services, store }: PersonScope, person: Person): AsyncGenerator<object[]> {
  let after: string | null = null
  for (;;) {
    const ids: string[] = (
      await services.db.prisma.$queryRaw<{ id: string }[]>`
        WITH ${theirOrders(store.id, person)}
        SELECT id FROM theirs WHERE ${after}::uuid IS NULL OR id > ${after}::uuid ORDER BY id LIMIT ${PAGE}`
    ).map(({ id }) => id)
    yield await readOrders({ services, store }, ids)
    after = ids.at(-1) ?? null
    if (ids.length < PAGE) return
  }
}

const byTime = { orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }] }

async function readOrders({ services, store }: PersonScope, ids: string[]): Promise<object[]> {
  if (ids.length === 0) return []
  const query = {
    where: { storeId: store.id, id: { in: ids } },
    orderBy: { id: 'asc' as const },
    include: {
      items: { orderBy: { position: 'asc' as const } },
      events: byTime,
      payments: byTime,
      refunds: byTime,
      mails: { orderBy: { id: 'asc' as const } },
    },
  }
  // Outside a transaction Prisma would read the five on as many connections at once.
  const orders = await inTransaction(services.db.prisma, (tx) => tx.order.findMany(query))
  return orders.map((order) => {
    const { currency } = order
    const price = (amount: bigint) => toMainUnits(amount, currency)
    return {
      order_no: order.orderNo,
      status: order.status.toLowerCase(),
      payment_status: order.paymentStatus.toLowerCase(),
      name: order.buyerName,
      phone: order.buyerPhone,
      email: order.buyerEmail,
      address: order.buyerAddress,
      notes: order.buyerNotes,
      items: order.items.map(({ productId, name, unitPrice, qty, ...item }) => ({
        ...{ product_id: productId, name, options: chosenOptions(item), price: price(unitPrice), qty },
      })),
      currency,
      subtotal: price(order.subtotal),
      discount_code: order.discountCode,
      discount_amount: price(order.discountAmount),
      loyalty_discount: price(order.loyaltyDiscount),
      shipping_fee: price(order.shippingFee),
      tax_amount: price(order.taxAmount),
      tax_inclusive: order.taxInclusive,
      total: price(order.total),
      refunded_amount: refundedInMainUnits(order),
      points_used: order.pointsUsed,
      points_earned: order.pointsEarned,
      play_money: isPlayMoney(order),
      carrier: order.carrier,
      tracking_number: order.trackingNumber,
      tracking_url: order.trackingUrl,
      events: order.events.map(({ actor, kind, createdAt }) => ({
        // Which of the owner's keys it was, and the owner's notes, are the store's own.
        ...{ who: actor.startsWith('owner:') ? 'store' : actor, what: kind, at: createdAt.toISOString() },
      })),
      payments: order.payments.map(({ provider, providerPaymentId, amount, currency, createdAt }) => ({
        ...{ provider: provider.toLowerCase(), provider_payment_id: providerPaymentId },
        ...{ amount: toMainUnits(amount, currency), currency, at: createdAt.toISOString() },
      })),
      refunds: order.refunds.map(({ amount, currency, status, createdAt }) => ({
        ...{ amount: toMainUnits(amount, currency), currency, status: status.toLowerCase() },
        at: createdAt.toISOString(),
      })),
      mails: order.mails.flatMap(({ name, sentAt }) =>
        sentAt && recipientOf(name) === 'BUYER' ? [{ what: name.toLowerCase(), at: sentAt.toISOString() }] : [],
      ),
      created_at: order.createdAt.toISOString(),
      updated_at: order.updatedAt.toISOString(),
    }
  })
}
