import type { Words } from './words.ts'

export const english: Words = {
  mails: {
    ORDER_CONFIRMED: {
      subject: 'Your order {{order.number}} at {{store.name}}',
      body: 'Thank you for your order at {{store.name}}. It is confirmed, and we are getting it ready.',
    },
    ORDER_READY: {
      subject: 'Your order {{order.number}} is ready for pick-up',
      body: 'Your order {{order.number}} at {{store.name}} is ready for pick-up at {{pickup.address}}. Please have its number at hand.',
    },
    ORDER_SHIPPED: {
      subject: 'Your order {{order.number}} is on its way',
      body: 'Your order {{order.number}} has left {{store.name}} and is on its way to you.',
    },
    ORDER_CANCELLED: {
      subject: 'Your order {{order.number}} was cancelled',
      body: 'Your order {{order.number}} at {{store.name}} was cancelled. If you have paid for it, we will refund you and email you when the refund is made.',
    },
    ORDER_REFUNDED: {
      subject: 'A refund of {{refund.amount}} for your order {{order.number}}',
      body: '{{store.name}} has refunded {{refund.amount}} for your order {{order.number}}. {{refund.extent}}\n\nIt can take a few days to appear on your bank statement.',
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
    paymentFee: 'Fee for this payment, in shipping',
    delivery: 'Delivery',
    promised: 'Promised for',
    pickUpAt: 'Pick up at',
    open: 'Open',
    destination: 'Destination',
    zone: 'Zone',
  },
  refundExtent: {
    all: 'Your order has now been refunded in full.',
    part: 'This is a partial refund.',
    extra: 'This amount was paid in addition to the price of your order.',
  },
  playMoney: 'This is a test order, paid with play money: nothing is charged or shipped.',
  confirmUntil: 'It is unpaid and waiting for you to confirm it. Its goods are held for the buyer until {{time}}.',
  dates: 'en-GB',
  numbers: 'en',
}
