import { graphql } from '../../../generated/operations/index.ts'
import { form } from '../http/personal/form.ts'
import { lastDigits } from '../http/personal/visitor.ts'
import { order } from './order.personal.tsx'
import { track } from './track.personal.tsx'

/** Remembers the order, so that its page can be opened again. */
export const trackOrder = form({
  path: '/shop/:subdomain/track',
  operation: graphql(`query ShopTrack($orderNo: String!, $phone: String!) {
    trackOrder(orderNo: $orderNo, phone: $phone) { orderNo }
  }`),
  variables: ({ fields }) => ({ orderNo: fields.orderNo?.trim() ?? '', phone: fields.phone ?? '' }),
  page: track,
  remember: ({ trackOrder: { orderNo } }, { fields, visitor }) => ({
    order: {
      ...visitor.orders.find((known) => known.orderNo === orderNo),
      ...{ orderNo, phone: lastDigits(fields.phone ?? '') },
    },
  }),
  next: ({ trackOrder: { orderNo } }) => `/order/${encodeURIComponent(orderNo)}`,
})

export const cancelOrder = form({
  path: '/shop/:subdomain/order/:orderNo/cancel',
  operation: graphql(`mutation ShopCancelOrder($orderNo: String!) { cancelOrder(orderNo: $orderNo) { orderNo } }`),
  variables: ({ params: { orderNo } }) => ({ orderNo }),
  page: order,
  needsCustomer: true,
  next: ({ cancelOrder: { orderNo } }) => `/order/${encodeURIComponent(orderNo)}`,
})
