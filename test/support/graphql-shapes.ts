/** Fields of GraphQL documents under the names of REST, and what turns one interface's shape into the other's. */

export const order = `order_no: orderNo items { product_id: productId name options { name value } price qty }
  subtotal discount_amount: discountAmount loyalty_discount: loyaltyDiscount shipping_fee: shippingFee
  tax gst_inclusive: gstInclusive total refunded_amount: refundedAmount currency
  status payment_status: paymentStatus created_at: createdAt
  replaced_by: replacedBy { order_no: orderNo total currency }`
export const optionsOf = (options: any[]) => Object.fromEntries(options.map(({ name, value }) => [name, value]))
export const inLowerCase = ({ replaced_by, ...order }: any) => ({
  ...order,
  ...(replaced_by && { replaced_by }),
  items: order.items.map(({ options, ...item }: any) => ({
    ...item,
    variant: options.length === 0 ? null : optionsOf(options),
  })),
  status: order.status.toLowerCase(),
  payment_status: order.payment_status.toLowerCase(),
})
export const inUpperCase = (turn: any) => ({ ...turn, role: turn.role.toUpperCase() })
export const graphqlItem = (item: any) => ({
  ...item,
  ...(item.variant && { variant: Object.entries(item.variant).map(([name, value]) => ({ name, value })) }),
})
export const breakdown =
  'breakdown { subtotal discount shipping tax gstInclusive total loyaltyDiscount loyaltyPointsUsed loyaltyPointsEarned }'
export const media = '{ url alt width height variants { width url } thumbhash }'
export const cart = `id items { id: productId variant { name value } variantId name image picture ${media} unitPrice qty lineTotal available message }
  discountCode loyaltyPoints ${breakdown} notices { code reason message item itemIndex productId needs } currency updatedAt`
export const notices = 'notices { code reason message itemIndex productId needs }'
/** REST leaves out what GraphQL says to be null. */
const withoutNulls = (notice: any) => Object.fromEntries(Object.entries(notice).filter(([, value]) => value !== null))
export const withNotices = (answer: any) => ({ ...answer, notices: answer.notices.map(withoutNulls) })
export const restCart = (cart: any) => ({
  ...cart,
  notices: cart.notices.map(({ item, ...notice }: any) => ({ ...withoutNulls(notice), item })),
  items: cart.items.map((item: any) => ({ ...item, variant: item.variant && optionsOf(item.variant) })),
})
export const prices = 'price sale_price: salePrice price_from: priceFrom price_to: priceTo'
export const listed = `id name slug description ${prices} currency images category brand rating { average count }`
export const page = 'pageInfo { hasNextPage endCursor }'
export const nextOf = ({ hasNextPage, endCursor }: any) => (hasNextPage ? endCursor : null)
