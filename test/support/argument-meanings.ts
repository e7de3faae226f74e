import { fieldEntries } from '../../src/commerce/catalog/product-fields.ts'
import { plainArguments } from './plain-arguments.ts'
import type { Belongings } from './tenants.ts'

/** What an argument means to a store: the name of something that it has, or nothing but what it says. */
export type Meaning = { names: (side: Side) => unknown } | { free: unknown }

export interface Side {
  /** Whose things are named. */
  of: Belongings
  /** Whether the call is made to the store that has them. */
  home: boolean
}

const names = (pick: (of: Belongings) => unknown): Meaning => ({ names: ({ of }) => pick(of) })
/** At home it has to be something that is not there yet; elsewhere it is what is. */
const unused = (pick: (of: Belongings['unused']) => unknown, used: (of: Belongings) => unknown): Meaning => ({
  names: ({ of, home }) => (home ? pick(of.unused) : used(of)),
})
const free = (value: unknown): Meaning => ({ free: value })
const each = (paths: string, meaning: Meaning) => Object.fromEntries(paths.split(' ').map((path) => [path, meaning]))
const [zoneCode, discountCode] = [names(({ zone }) => zone.code), names(({ discount }) => discount.code)]
const cart = names(({ cartId }) => cartId)

const paged = ['products', 'reviews', 'orders', 'wishlist']
const versioned = [
  ...['upsertDiscount', 'upsertProduct', 'upsertShippingZone', 'deleteShippingZone', 'upsertPaymentMethod'],
  ...['upsertPage', 'deletePage'],
]

/** The stock of the last variant, which nobody buys. */
const UNSOLD = 100

/**
 * What each argument means, by its name, or by its name behind those that it stands in (`items.id`): the longest match
 * counts. `undefined` leaves it out.
 */
const meanings: Record<string, Meaning> = {
  ...Object.fromEntries(fieldEntries.flatMap(([name, { kind }]) => (kind === 'text' ? [[name, free('Tea')]] : []))),
  // What a store has.
  ...each(
    'trackOrder.phone order.phone followOrder.phone quote.phone buyer.phone guest.phone guests.search',
    names(({ guest }) => guest.phone),
  ),
  ...each(
    'approveReview.id rejectReview.id reopenReview.id',
    names(({ reviewId }) => reviewId),
  ),
  ...each(
    'updateWebhook.id deleteWebhook.id rotateWebhookSecret.id sendTestEvent.id',
    names(({ webhook }) => webhook.id),
  ),
  ...each(
    'productImport.id checkProductImport.id applyProductImport.id cancelProductImport.id',
    names(({ importId }) => importId),
  ),
  ...each('cartId cart.id updateCart.id deleteCart.id', cart),
  ...each(
    'productId idOrSlug product.id items.id add.id set.id remove.id archiveProduct.id upsertProduct.id',
    names(({ product }) => product.id),
  ),
  'page.slug': names(({ page }) => page.slug),
  'page.id': names(({ page }) => page.id),
  'upsertPage.id': names(({ page }) => page.id),
  'upsertRedirect.id': names(({ redirect }) => redirect.id),
  'deleteRedirect.id': names(({ redirect }) => redirect.id),
  ...each(
    'upsertRedirect.from redirects.search',
    names(({ redirect }) => redirect.source),
  ),
  'upsertRedirect.to': names(({ redirect }) => redirect.target),
  'setMenu.version': free(undefined),
  'entries.category': names(({ product }) => product.category),
  // In place of a category.
  ...each('entries.page entries.url', free(undefined)),
  'deletePage.id': names(({ draft }) => draft.id),
  'upsertPage.slug': unused(
    ({ slug }) => slug,
    ({ page }) => page.slug,
  ),
  linkPrefix: free('/shop'),
  slug: names(({ product }) => product.slug),
  'products.category': names(({ product }) => product.category),
  orderNo: names(({ orders }) => orders.confirmed.orderNo),
  'logIn.phone': names(({ customer }) => customer.phone),
  'logIn.password': names(({ customer }) => customer.password),
  'forgotPassword.phone': names(({ customer }) => customer.phone),
  'resetPassword.code': names(({ codes }) => codes.PASSWORD),
  'confirmEmail.code': names(({ codes }) => codes.EMAIL),
  oldPassword: names(({ customer }) => customer.password),
  newPassword: free('a-newer-password'),
  'deleteMe.password': names(({ customer }) => customer.password),
  addressId: names(({ addressId }) => addressId),
  // An address takes the place of a destination.
  'delivery.method': names(({ zone }) => zone.methods[0]?.code),
  ...each('delivery.country delivery.region delivery.postalCode', free(undefined)),
  'delivery.postal_code': free('560001'),
  'to.country': free('IN'),
  'to.region': free('IN-KA'),
  'to.postalCode': free('560001'),
  'delivery.product': free(undefined),
  'delivery.cart': names(({ cartId }) => cartId),
  // In place of a cart.
  'delivery.items.id': free(undefined),
  'delivery.items.qty': free(undefined),
  'delivery.items.variant': free(undefined),
  'delivery.items.variant.name': free(undefined),
  'delivery.items.variant.value': free(undefined),
  ...each('shippingZone.code upsertShippingZone.code upsertPaymentMethod.zones', zoneCode),
  'deleteShippingZone.code': names(({ nearZone }) => nearZone.code),
  'setPostalCodes.zone': names(({ nearZone }) => nearZone.code),
  'methods.code': names(({ zone }) => zone.methods[0]?.code),
  'paymentMethod.code': names(({ paymentMethod }) => paymentMethod.code),
  'upsertPaymentMethod.code': names(({ paymentMethod }) => paymentMethod.code),
  deliveryMethods: names(({ zone }) => zone.methods[0]?.code),
  paymentMethod: names(({ paymentMethod }) => paymentMethod.code),
  'updateAddress.id': names(({ addressId }) => addressId),
  'removeAddress.id': names(({ addressId }) => addressId),
  'signUp.phone': unused(
    ({ phone }) => phone,
    ({ customer }) => customer.phone,
  ),
  'signUp.email': unused(
    ({ email }) => email,
    ({ customer }) => customer.email,
  ),
  'subscribe.email': unused(
    ({ email }) => email,
    ({ subscriber }) => subscriber.email,
  ),
  'unlock.password': names(({ pagePassword }) => pagePassword),
  'openPreview.token': names(({ previewToken }) => previewToken),
  'createPreviewLink.shared': free(true),
  refCode: names(({ customer }) => customer.referralCode),
  providerOrderId: names(({ receipt }) => receipt.provider_order_id),
  providerPaymentId: names(({ receipt }) => receipt.provider_payment_id),
  providerSignature: names(({ receipt }) => receipt.provider_signature),
  razorpayOrderId: names(({ receipt }) => receipt.provider_order_id),
  razorpayPaymentId: names(({ receipt }) => receipt.provider_payment_id),
  razorpaySignature: names(({ receipt }) => receipt.provider_signature),
  'testChat.message': names(({ product }) => `What does ${product.name} cost?`),
  'testChat.context': free('Open on Sundays.'),
  'chat.message': names(({ product }) => `What does ${product.name} cost?`),
  ...each(
    'changeMember.id removeMember.id',
    names(({ people }) => people.memberId),
  ),
  'inviteMember.email': unused(
    ({ email }) => email,
    ({ people }) => people.memberEmail,
  ),
  'revokeInvitation.id': names(({ people }) => people.invitationId),
  'revokeKey.id': names(({ spareKeyId }) => spareKeyId),
  ...each('discountCode discounts.search discount.code upsertDiscount.code', discountCode),
  'products.search': names(({ product }) => product.name),
  'suggest.q': names(({ product }) => product.name),
  'products.q': names(({ product }) => product.name),
  ...Object.fromEntries(paged.map((name) => [`${name}.after`, free(undefined)])),
  'products.brand': names(({ product }) => product.brand),
  'filter.brands': names(({ product }) => product.brand),
  'filter.categories': names(({ product }) => product.category),
  variantId: names(({ product }) => product.variants[0]?.id),
  // In place of options: test/carts/variant-ids.test.ts names another store's there.
  ...each('items.variantId add.variantId set.variantId remove.variantId', free(undefined)),
  customerId: names(({ customer }) => customer.id),
  webhookId: names(({ webhook }) => webhook.id),
  'redeliver.id': names(({ messageId }) => messageId),
  'customerData.phone': names(({ customer }) => customer.phone),
  'eraseCustomer.phone': names(({ lead }) => lead.phone),
  'customer.id': names(({ customer }) => customer.id),
  'customers.search': names(({ customer }) => customer.phone),
  'leads.search': names(({ lead }) => lead.name),
  'deletePicture.id': names(({ picture }) => picture.id),
  'deleteUnusedPictures.ids': names(({ sparePictureId }) => sparePictureId),
  'deleteLead.id': names(({ lead }) => lead.id),
  'subscribers.search': names(({ subscriber }) => subscriber.email),
  'removeSubscriber.id': names(({ subscriber }) => subscriber.id),
  'retryJob.id': names(({ jobId }) => jobId),
  'markRefunded.orderNo': names(({ orders }) => orders.cancelled.orderNo),
  'resolveAttention.orderNo': names(({ orders }) => orders.cancelled.orderNo),
  'confirmOrder.orderNo': names(({ orders }) => orders.toConfirm.orderNo),
  ...each(
    'recordPayment.orderNo undoRecordedPayment.orderNo orders.orderNos orders.search',
    names(({ orders }) => orders.toCollect.orderNo),
  ),
  paymentId: names((of) => of.paymentId),
  'undoDelivered.orderNo': names(({ orders }) => orders.delivered.orderNo),
  'markReady.orderNo': names(({ orders }) => orders.forPickup.orderNo),

  // What says nothing of a store.
  ...Object.fromEntries(versioned.map((name) => [`${name}.version`, free(1)])),
  'subject.kind': free('MAIL_TEMPLATE'),
  'subject.id': free('NEW_ORDER'),
  startsAt: free('2026-01-01T00:00:00Z'),
  endsAt: free('2030-01-01T00:00:00Z'),
  countries: free('IN'),
  regions: free('IN-KA'),
  postalCodes: free('560001'),
  excludedCodes: free('560002'),
  'setPostalCodes.add': free('560001'),
  'setPostalCodes.remove': free('1100*'),
  'setPostalCodes.replace': free(undefined),
  'tiers.from': free(0),
  'tiers.fee': free(1),
  // Only where the method is for pickup.
  'pickup.address': free(undefined),
  'pickup.hours': free(undefined),
  instructions: free('Have change.'),
  'setStock.basedOn': free(UNSOLD),
  'setStock.stock': free(99),
  'products.option': free({ 'option.size': '250g' }),
  'options.values': free('250g'),
  'options.name': free('size'),
  'options.value': free('500g'),
  description: free('Malty.'),
  images: free('https://images.example.com/tea.jpg'),
  sku: free('HAL-1'),
  barcode: free('8901234567894'),
  picture: free('https://images.example/red.jpg'),
  'variants.sku': free('HAL-2'),
  'variants.barcode': free('8901234567900'),
  'attributes.name': free('Origin'),
  'attributes.value': free('Assam'),
  'media.url': free('https://images.example.com/tea.jpg'),
  'media.alt': free('A cup of tea'),
  'media.width': free(400),
  'media.height': free(300),
  'variant.name': free('size'),
  'variant.value': free('250g'),
  'items.variant': free({ size: '250g' }),
  variant: free({ size: '250g' }),
  // Not beside changes of single lines. What making a cart takes is the same.
  // Not beside items: test/carts/bought-carts.test.ts names other stores' carts there.
  'checkout.cartId': free(undefined),
  'updateCart.items.id': free(undefined),
  'updateCart.items.qty': free(undefined),
  'updateCart.items.variant': free(undefined),
  'updateCart.items.variant.name': free(undefined),
  'updateCart.items.variant.value': free(undefined),
  'setOrderStatus.status': free('SHIPPED'),
  ...each('orders.status orders.paymentStatus orders.needsAttention', free(undefined)),
  'orders.toCollect': free(true),
  ...each('orders.deliveryMethod orders.zone orders.deliveryDay orders.guestPhone', free(undefined)),
  paidBefore: free('KEEP'),
  'setOrderStatus.paymentReceived': free(undefined),
  ...each('markReady.version undoDelivered.version undoRecordedPayment.version', free(undefined)),
  ...each('cancelOrder.version shipOrders.orders.version orders.version', free(undefined)),
  'recordPayment.reference': free('UTR 1'),
  'recordPayment.idempotencyKey': free('one-payment'),
  from: free('2026-01-01T00:00:00Z'),
  until: free('2027-01-01T00:00:00Z'),
  'report.by': free('MONTH'),
  'report.currency': free('INR'),
  'topProducts.currency': free('INR'),
  playMoney: free(true),
  'orders.placedFrom': free('2026-01-01T00:00:00Z'),
  'orders.placedUntil': free('2027-01-01T00:00:00Z'),
  'setOrderStatus.version': free(undefined),
  'cancelOrder.orderNo': names(({ orders }) => orders.pending.orderNo),
  'setOrderStatus.carrier': free('Road Runners'),
  'setOrderStatus.trackingNumber': free('RR 123'),
  'setOrderStatus.trackingUrl': free('https://track.example/RR123'),
  amount: free(1),
  ...each(
    'refund.orderNo refundPreview.orderNo',
    names(({ orders }) => orders.shipped.orderNo),
  ),
  'testQuote.deliveryMethod': names(({ zone }) => zone.methods[0]?.code),
  ...each('refund.restock refundPreview.restock', free(true)),
  'refund.reason': free('A cup was broken.'),
  'refund.idempotencyKey': free('one-refund'),
  ...each('markRefunded.version resolveAttention.version', free(undefined)),
  note: free('As she asked.'),
  'setPayments.provider': free('RAZORPAY'),
  'setPayments.keyId': free('rzp_test_key'),
  'setPayments.keySecret': free('a-key-secret'),
  'setPayments.webhookSecret': free('a-webhook-secret'),
  // The menus of the bundle are written behind its settings.
  'updateStore.version': free(2),
  'updateStore.currency': free('INR'),
  'updateStore.timeZone': free('Asia/Kolkata'),
  ...Object.fromEntries(Object.entries(plainArguments).map(([name, value]) => [name, free(value)])),
}

/** Operations that take one of several arguments and refuse two: each is called with each of them. */
export const eitherOf: Readonly<Record<string, readonly string[]>> = {
  checkout: ['checkout.buyer.address', 'checkout.addressId'],
  'POST /checkout': ['checkout.buyer.address', 'checkout.addressId'],
  product: ['product.id', 'product.slug', 'product.idOrSlug'],
  upsertProduct: ['upsertProduct.id', 'upsertProduct.slug'],
}

/** What the argument at `path` means; null when nobody has said. */
export function meaningOf(path: string): Meaning | null {
  const steps = path.split('.')
  const suffixes = steps.map((_, at) => steps.slice(at).join('.'))
  const known = suffixes.find((suffix) => Object.hasOwn(meanings, suffix))
  return known === undefined ? null : (meanings[known] ?? null)
}
