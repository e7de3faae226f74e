import { graphql } from '../../../generated/operations/index.ts'

graphql(`fragment ShopCart on Cart {
  id updatedAt currency discountCode loyaltyPoints
  items {
    productId variantId qty name picture { url alt width height variants { url width } } available unitPrice addedPrice unitsLeft reducedFrom lineTotal
    variant { name value }
  }
  breakdown { ...ShopBreakdown }
  notices { code reason message itemIndex needs }
  delivery { code name fee freeFrom from until }
  deliveryOptions { code name description fee from until kind pickup { address hours } }
  destination { country region postalCode }
  paymentMethod { code }
  paymentOptions { code name fee instructions }
  paysOnline
}`)

graphql(`fragment ShopBreakdown on PriceBreakdown {
  subtotal discount shipping tax gstInclusive total loyaltyDiscount loyaltyPointsUsed loyaltyPointsEarned
}`)
