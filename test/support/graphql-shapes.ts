/** Fields of GraphQL documents under the names of REST, and what turns one interface's shape into the other's. */

export const graphqlItem = (item: any) => ({
  ...item,
  ...(item.variant && { variant: Object.entries(item.variant).map(([name, value]) => ({ name, value })) }),
})
export const graphqlItems = (value: unknown) => (Array.isArray(value) ? value.map(graphqlItem) : value)
export const breakdown =
  'breakdown { subtotal discount shipping tax gstInclusive total loyaltyDiscount loyaltyPointsUsed loyaltyPointsEarned }'
export const cart = `id items { id: productId variant { name value } name image unitPrice qty lineTotal available message }
  discountCode loyaltyPoints ${breakdown} notices { code message item } currency updatedAt`
export const restCart = (cart: any) => ({
  ...cart,
  items: cart.items.map((item: any) => ({
    ...item,
    variant: item.variant && Object.fromEntries(item.variant.map(({ name, value }: any) => [name, value])),
  })),
})
export const prices = 'price sale_price: salePrice price_from: priceFrom price_to: priceTo'
export const listed = `id name slug description ${prices} currency images category brand rating { average count }`
export const page = 'pageInfo { hasNextPage endCursor }'
export const nextOf = ({ hasNextPage, endCursor }: any) => (hasNextPage ? endCursor : null)
