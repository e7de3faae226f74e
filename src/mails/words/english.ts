import type { Words } from './words.ts'

export const english: Words = {
  mails: {
    ORDER_CONFIRMED: {
      subject: 'Your order {{order.number}} at {{store.name}}',
      body: 'Thank you for your order at {{store.name}}. It is confirmed, and we are getting it ready.',
    },
    ORDER_SHIPPED: {
      subject: 'Your order {{order.number}} is on its way',
      body: 'Your order {{order.number}} has left {{store.name}} and is on its way to you.',
    },
    ORDER_CANCELLED: {
      subject: 'Your order {{order.number}} was cancelled',
      body: 'Your order {{order.number}} at {{store.name}} was cancelled. If you have paid for it, the money goes back to you, and we write again when it does.',
    },
    ORDER_REFUNDED: {
      subject: 'A refund of {{refund.amount}} for your order {{order.number}}',
      body: '{{store.name}} has refunded {{refund.amount}} for your order {{order.number}}. {{refund.extent}}\n\nIt can take some days until your bank shows it.',
    },
    NEW_ORDER: {
      subject: 'New order {{order.number}}: {{order.total}}',
      body: '{{buyer.name}} has placed an order at {{store.name}}.',
    },
    NEEDS_ATTENTION: {
      subject: 'Order {{order.number}} needs your attention',
      body: 'Please look at order {{order.number}} of {{store.name}}:\n\n{{attention.reason}}',
    },
  },
  labels: {
    order: 'Order',
    placed: 'Placed',
    buyer: 'Buyer',
    phone: 'Phone',
    email: 'Email',
    address: 'Address',
    notes: 'Notes',
    carrier: 'Carrier',
    trackingNumber: 'Tracking number',
    trackingUrl: 'Tracking',
    refunded: 'Refunded',
    subtotal: 'Subtotal',
    discount: 'Discount',
    points: 'Paid with points',
    shipping: 'Shipping',
    tax: 'Tax',
    taxIncluded: 'Tax, included',
    total: 'Total',
    payment: 'Payment',
    due: 'Still to be paid',
  },
  refundExtent: {
    all: 'With this, all that was paid for it has gone back.',
    part: 'This is a part of what was paid for it.',
    extra: 'This was paid in addition to its price.',
  },
  playMoney: 'This order was paid with play money: nothing is charged, and nothing is sent.',
  confirmUntil: 'It is not paid, and waits for you to confirm it. Until {{time}}, its goods are held for the buyer.',
  dates: 'en-GB',
  numbers: 'en',
}
