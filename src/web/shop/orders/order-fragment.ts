import { graphql } from '../../../generated/operations/index.ts'

graphql(`fragment ShopOrder on Order {
  orderNo status paymentStatus createdAt currency buyerName address sendsMails
  holdExpiresAt holdSeconds canCancel cancellableUntil
  items { productId name price qty options { name value } }
  subtotal discountAmount loyaltyDiscount shippingFee tax gstInclusive total refundedAmount
  delivery { name kind from until readyAt pickup { address hours } destination { region postalCode } }
  paymentMethod { name due instructions onDelivery }
  refunds { amount currency status createdAt }
  carrier trackingNumber trackingUrl
  replacedBy { orderNo total currency }
}`)
