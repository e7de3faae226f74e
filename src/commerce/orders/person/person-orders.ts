import type { Order } from '../../../generated/prisma/client.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { chosenOptions } from '../../catalog/product.ts'
import type { Person, PersonScope } from '../../customers/person.ts'
import { confirmedEmails } from '../../customers/personal/personal-accounts.ts'
import { addressPartsOf } from '../../delivery/order-address.ts'
import { deliveryOf } from '../../delivery/order-delivery.ts'
import { recipientOf } from '../../mails/mail-name.ts'
import { dueOf, paymentOf } from '../../payments/methods/order-payment.ts'
import { isOwner } from '../order-event.ts'
import { isPlayMoney, refundedInMainUnits } from '../shown/shown-order.ts'
import { emailsInOrders, idsOfTheirs } from './person-orders.sql.ts'

const PAGE = 100

/** Lower case. Of an account alone only the confirmed one: others prove nothing. */
export async function emailsOf({ services, store }: PersonScope, person: Person): Promise<string[]> {
  if (person.phone === null) return confirmedEmails({ services, store }, person.customerIds)
  return emailsInOrders(services.db.prisma, store.id, person)
}

/** Oldest first, in pages, with their history. */
export async function* ordersOf({ services, store }: PersonScope, person: Person): AsyncGenerator<object[]> {
  let after: string | null = null
  for (;;) {
    const ids = await idsOfTheirs(services.db.prisma, store.id, person, { after, take: PAGE })
    yield await readOrders({ services, store }, ids)
    after = ids.at(-1) ?? null
    if (ids.length < PAGE) return
  }
}

/** How it is delivered and paid, where the store's terms say so. */
function fulfilmentOf(order: Order): object {
  const [delivery, payment] = [deliveryOf(order), paymentOf(order)]
  const price = (amount: string) => toMainUnits(BigInt(amount), order.currency)
  return {
    ...(delivery && {
      delivery: {
        method: delivery.method,
        name: delivery.name,
        fee: price(delivery.fee),
        from: delivery.from,
        until: delivery.until,
        country: delivery.destination?.country ?? null,
        region: delivery.destination?.region ?? null,
        postal_code: delivery.destination?.postalCode ?? null,
      },
    }),
    ...(payment && {
      payment_method: {
        method: payment.code,
        name: payment.name,
        fee: price(payment.fee),
        due: toMainUnits(dueOf(order), order.currency),
      },
      refused: order.refusedAt !== null,
    }),
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
  // Outside a transaction Prisma would use five connections.
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
      ...addressPartsOf(order),
      notes: order.buyerNotes,
      items: order.items.map(({ productId, name, unitPrice, qty, ...item }) => ({
        product_id: productId,
        name,
        options: chosenOptions(item),
        price: price(unitPrice),
        qty,
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
      ...fulfilmentOf(order),
      events: order.events.map(({ actor, kind, createdAt }) => ({
        // The owner's keys and notes are the store's own.
        who: isOwner(actor) ? 'store' : actor,
        what: kind,
        at: createdAt.toISOString(),
      })),
      payments: order.payments.map(
        ({ provider, providerPaymentId, reference, amount, currency, createdAt, undoneAt }) => ({
          provider: provider.toLowerCase(),
          // The owner's keys are the store's own.
          provider_payment_id: provider === 'MANUAL' ? null : providerPaymentId,
          ...(reference !== null && { reference }),
          amount: toMainUnits(amount, currency),
          currency,
          at: createdAt.toISOString(),
          ...(undoneAt && { undone_at: undoneAt.toISOString() }),
        }),
      ),
      refunds: order.refunds.map(({ amount, currency, status, createdAt }) => ({
        amount: toMainUnits(amount, currency),
        currency,
        status: status.toLowerCase(),
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
