import type { KeyScope } from '../../src/api/admission/key-scopes.ts'

/**
 * What the owner's schema shows, by type, told by hand: the scopes that a key needs to see it, all of them. `secret`: a
 * key that may only read does not see it either. A new type has to be entered here.
 */
export interface Shown {
  scopes: readonly KeyScope[]
  secret?: true
}

const each = (types: string, ...scopes: KeyScope[]) =>
  types.split(' ').map((type): [string, Shown] => [type, { scopes }])
const secret = (types: string, ...scopes: KeyScope[]) =>
  types.split(' ').map((type): [string, Shown] => [type, { scopes, secret: true }])

/** What visitors see as well, parts of other types, or numbers that say nothing of anybody. */
const nothing = each(
  'PageInfo VariantOption CheckoutNotice ProductAttribute ProductMedia ProductSeo ReviewSummary Destination PickupPlace TestedQuote TestedLine TestedMethod Waiting SetUp Viewer MissingForOpening',
)

export const whatTypesShow: Readonly<Record<string, Shown>> = Object.fromEntries([
  ...nothing,
  // Names, phones, addresses, messages of persons, their points, and what opens their accounts.
  ...each(
    'Customer CustomerConnection CustomerEdge Guest GuestConnection GuestEdge LoyaltyEntry LoyaltyEntryConnection LoyaltyEntryEdge',
    'customers',
  ),
  ...each('Lead LeadConnection LeadEdge PasswordLink', 'customers'),
  ...each('CustomerErasure', 'customers', 'orders'),
  // Orders with their buyers and payments, and what they come to.
  ...each('Order OrderConnection OrderEdge OrderItem OrderEvent OrderChange OrderMail OrderPayment', 'orders'),
  ...each('Refund RefundPreview RestockedItem OrderDelivery OrderAddress ShippedOrder', 'orders'),
  ...each('Report ReportBucket Figures TopProduct CartConversion DeliveryReportRow', 'orders'),
  // Goods, also archived ones, and reviews that nobody else sees.
  ...each('Product ProductConnection ProductEdge Variant LowStock LowStockConnection LowStockEdge', 'catalogue'),
  ...each(
    'Review ReviewConnection ReviewEdge Picture PictureUse PictureConnection PictureEdge SearchMiss',
    'catalogue',
  ),
  ...each('ImportReport ImportMistake ProductImport ProductImportReport', 'catalogue'),
  ...each('PictureCopy PictureCopyFailure PictureCopyProduct', 'catalogue'),
  ...each('ProductFileMistake ProductFileOmissions ProductFileEntry', 'catalogue'),
  ...each('Discount DiscountConnection DiscountEdge', 'marketing'),
  ...each('Subscriber SubscriberConnection SubscriberEdge', 'marketing'),
  ...each('Store StoreAppearance StorePicture StoreLink TaxSettings ShippingSettings LoyaltySettings', 'settings'),
  ...each(
    'Page PageTemplate Redirect RedirectConnection RedirectEdge ChatSettings Service MailTemplate MailPreview PaymentMethod FeeTier',
    'settings',
  ),
  ...each('Business BusinessAddress GrievanceOfficer RegistrationNumber Menu MenuEntry SubmenuEntry', 'settings'),
  ...each('ShippingZone ShippingMethod ZoneMiss TestedDestination TestMail', 'settings'),
  ...each('Change ChangeConnection ChangeEdge ChangeSubject ChangedField', 'settings'),
  ...each('Job JobConnection JobEdge JobSubject', 'settings'),
  ...secret('OwnerKey CreatedKey PreviewLink Member Invitation MadeInvitation', 'settings'),
  ...secret('Webhook WebhookWithSecret WebhookMessage WebhookMessageConnection WebhookMessageEdge', 'settings'),
  ...secret('PaymentSettings', 'settings', 'money'),
])

/** Fields that show something else than their type does. */
export const whatFieldsShow: Readonly<Record<string, Shown>> = Object.fromEntries([
  ...each('LoyaltyEntry.orderNo Store.ordersNeedingAttention', 'orders'),
  ...each('Store.pendingReviews', 'catalogue'),
  // JSON, of everything that is known of a person.
  ...each('Query.customerData', 'customers', 'orders'),
])

/** What only those change who may handle money. */
export const movesMoney = ['refund', 'markRefunded', 'recordPayment', 'undoRecordedPayment', 'setPayments']
