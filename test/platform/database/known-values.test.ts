import { expect, test } from 'vitest'
import { CallerKind } from '../../../src/api/admission/caller.ts'
import { KeyPower, KeyScope } from '../../../src/api/admission/key-scopes.ts'
import { Protection } from '../../../src/commerce/access/protection.ts'
import { ImportStatus, PartKind } from '../../../src/commerce/catalog/import/job/import-status.ts'
import { CopyStatus, LinkStatus } from '../../../src/commerce/catalog/picture-copy/copy-status.ts'
import { CodePurpose } from '../../../src/commerce/customers/mails/codes.ts'
import { DeliveryKind, FeeBasis } from '../../../src/commerce/delivery/delivery-kinds.ts'
import { DiscountType } from '../../../src/commerce/discounts/discount-terms.ts'
import { ChangeAction, SubjectKind } from '../../../src/commerce/history/change-kinds.ts'
import { LoyaltyEntryKind } from '../../../src/commerce/loyalty/points.ts'
import { MailName, MailObstacle } from '../../../src/commerce/mails/mail-name.ts'
import { PreviewKind } from '../../../src/commerce/opening/preview.ts'
import { OrderStatus, PaymentStatus } from '../../../src/commerce/orders/status/order-status.ts'
import {
  ConfirmedBy,
  PaymentMethodKind,
  PaymentTaker,
} from '../../../src/commerce/payments/methods/payment-method-kinds.ts'
import { PaymentProvider } from '../../../src/commerce/payments/provider.ts'
import { InvitationWay } from '../../../src/commerce/people/members/invitation-way.ts'
import { PersonCodePurpose } from '../../../src/commerce/people/person-codes.ts'
import { Role } from '../../../src/commerce/people/roles.ts'
import { RefundStatus } from '../../../src/commerce/refunds/refundable.ts'
import { ReviewStatus } from '../../../src/commerce/reviews/moderate-review.ts'
import { WebhookMessageStatus } from '../../../src/commerce/webhooks/list-webhooks.ts'
import { forAllTests } from '../../support/for-all-tests.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const database = await forAllTests(openTestDatabase())

const known: Record<string, Record<string, string>> = {
  changes_action_known: ChangeAction,
  changes_subject_known: SubjectKind,
  customer_codes_purpose_known: CodePurpose,
  discounts_type_known: DiscountType,
  invitations_role_known: Role,
  invitations_way_known: InvitationWay,
  linked_pictures_status_known: LinkStatus,
  loyalty_entries_kind_known: LoyaltyEntryKind,
  mail_templates_name_known: MailName,
  order_mails_name_known: MailName,
  order_mails_not_sent_known: MailObstacle,
  memberships_role_known: Role,
  person_codes_purpose_known: PersonCodePurpose,
  orders_status_known: OrderStatus,
  orders_payment_status_known: PaymentStatus,
  orders_provider_known: PaymentProvider,
  owner_keys_power_known: KeyPower,
  owner_keys_scopes_known: KeyScope,
  payment_accounts_provider_known: PaymentProvider,
  payment_events_provider_known: PaymentProvider,
  payment_methods_confirm_known: ConfirmedBy,
  payment_methods_kind_known: PaymentMethodKind,
  payments_provider_known: PaymentTaker,
  picture_copies_caller_kind_known: CallerKind,
  picture_copies_status_known: CopyStatus,
  previews_kind_known: PreviewKind,
  product_import_parts_kind_known: PartKind,
  product_imports_caller_kind_known: CallerKind,
  product_imports_status_known: ImportStatus,
  redirects_kind_known: { SLUG: 'SLUG', PATH: 'PATH' },
  refunds_provider_known: PaymentTaker,
  refunds_status_known: RefundStatus,
  retired_payment_accounts_provider_known: PaymentProvider,
  reviews_status_known: ReviewStatus,
  shipping_methods_basis_known: FeeBasis,
  shipping_methods_kind_known: DeliveryKind,
  stores_access_protection_known: Protection,
  webhook_messages_status_known: WebhookMessageStatus,
}

test('the database takes the same values of a status, a kind or a provider as the code knows', async () => {
  const { rows } = await database.executeSql(
    String.raw`SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE contype = 'c' AND conname LIKE '%\_known' AND connamespace = 'public'::regnamespace`,
    [],
  )
  const taken = rows.map(({ name, definition }) => [
    name,
    [...String(definition).matchAll(/'(\w+)'/g)].map(([, value]) => value).toSorted(),
  ])
  expect(Object.fromEntries(taken)).toEqual(
    Object.fromEntries(Object.entries(known).map(([name, values]) => [name, Object.values(values).toSorted()])),
  )
})
