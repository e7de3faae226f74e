import { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import type { PaymentMethod as PaymentMethodRow } from '../../../generated/prisma/client.ts'
import { mainUnitsOrNull, toMainUnits } from '../../../platform/money.ts'
import { MAX_PAYMENT_METHODS } from './payment-method-format.ts'
import { ConfirmedBy, PaymentMethodKind } from './payment-method-kinds.ts'
import { findPaymentMethod, listPaymentMethods, upsertPaymentMethod } from './upsert-payment-method.ts'

const Kind = ownerBuilder.enumType('PaymentMethodKind', {
  description: 'How an order is paid without the payment provider.',
  values: {
    COD: { value: PaymentMethodKind.COD, description: 'On delivery, to who delivers it.' },
    MANUAL: { value: PaymentMethodKind.MANUAL, description: 'By hand, such as by bank transfer or UPI.' },
  },
})

const Confirm = ownerBuilder.enumType('ConfirmedBy', {
  description: 'What confirms an order that is paid without the payment provider.',
  values: {
    AUTO: { value: ConfirmedBy.AUTO, description: 'The checkout.' },
    OWNER: { value: ConfirmedBy.OWNER, description: 'The owner.' },
  },
})

const PaymentMethod = ownerBuilder.objectRef<PaymentMethodRow>('PaymentMethod').implement({
  scope: 'settings',
  description: 'A way to pay without the payment provider.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code, unique within the store.' }),
    kind: t.expose('kind', { type: Kind, description: 'How it is paid.' }),
    name: t.exposeString('name', { description: 'The name that shoppers see.' }),
    instructions: t.exposeString('instructions', { description: 'What the buyer has to do; empty if not given.' }),
    position: t.exposeInt('position', { description: 'The place among the payment methods; lower ones come first.' }),
    active: t.exposeBoolean('active', { description: 'Whether it is offered.' }),
    fee: t.float({
      description: 'The fee in main currency units.',
      resolve: ({ fee }, _, { store }) => toMainUnits(fee, store.currency),
    }),
    minTotal: t.float({
      nullable: true,
      description: 'The least total before the fee, in main currency units; null for none.',
      resolve: ({ minTotal }, _, { store }) => mainUnitsOrNull(minTotal, store.currency),
    }),
    maxTotal: t.float({
      nullable: true,
      description: 'The greatest total before the fee, in main currency units; null for none.',
      resolve: ({ maxTotal }, _, { store }) => mainUnitsOrNull(maxTotal, store.currency),
    }),
    zones: t.exposeStringList('zones', { description: 'Codes of the delivery zones that have it; empty for all.' }),
    deliveryMethods: t.exposeStringList('deliveryMethods', {
      description: 'Codes of the delivery methods that have it; empty for all.',
    }),
    postalCodes: t.exposeStringList('postalCodes', { description: 'The postal codes that have it; empty for all.' }),
    signedIn: t.exposeBoolean('signedIn', { description: 'Whether it needs an account.' }),
    confirm: t.expose('confirm', { type: Confirm, description: 'What confirms an order.' }),
    confirmAboveTotal: t.float({
      nullable: true,
      description: 'Orders of a greater total wait for your confirmation, in main currency units; null for none.',
      resolve: ({ confirmAboveTotal }, _, { store }) => mainUnitsOrNull(confirmAboveTotal, store.currency),
    }),
    confirmAboveUnits: t.exposeInt('confirmAboveUnits', {
      nullable: true,
      description: 'Orders of more units wait for your confirmation; null for none.',
    }),
    holdHours: t.exposeInt('holdHours', { description: 'How long an order waits for the owner, in hours.' }),
    paidOnDelivery: t.exposeBoolean('paidOnDelivery', {
      description: 'Whether marking an order as delivered also records its payment.',
    }),
    maxRefusals: t.exposeInt('maxRefusals', {
      nullable: true,
      description: 'Parcels that a buyer may have refused and still be offered it; null for no limit.',
    }),
    version: t.exposeInt('version', { description: 'Incremented by every change. Pass it to `upsertPaymentMethod`.' }),
  }),
})

const PaymentMethodInput = ownerBuilder.inputType('PaymentMethodInput', {
  description:
    'A payment method to create, or the changes to an existing one. When updating, omitted fields stay unchanged and null clears a field.',
  fields: (t) => ({
    code: t.string({
      required: true,
      description:
        'The code of the payment method to create or update: 1 to 50 lower-case letters, digits and hyphens.',
    }),
    version: t.int({ description: 'The version an update is based on. Omit it for a new payment method.' }),
    kind: t.field({ type: Kind, description: 'How it is paid. Required for a new payment method.' }),
    name: t.string({ description: 'The name that shoppers see, 1 to 100 characters. Required for a new one.' }),
    instructions: t.string({ description: 'What the buyer has to do, at most 2000 characters.' }),
    position: t.int({ description: 'The place among the payment methods. Default: behind the others.' }),
    active: t.boolean({ description: 'Whether it is offered.' }),
    fee: t.float({ description: 'The fee in main currency units.' }),
    minTotal: t.float({ description: 'The least total before the fee, in main currency units.' }),
    maxTotal: t.float({ description: 'The greatest total before the fee, in main currency units.' }),
    zones: t.stringList({ description: 'Codes of the delivery zones that have it; none for all.' }),
    deliveryMethods: t.stringList({ description: 'Codes of the delivery methods that have it; none for all.' }),
    postalCodes: t.stringList({ description: 'The postal codes that have it, as in a zone; none for all.' }),
    signedIn: t.boolean({ description: 'Whether it needs an account.' }),
    confirm: t.field({
      type: Confirm,
      description: 'What confirms an order. Default: `AUTO` on delivery, `OWNER` by hand.',
    }),
    confirmAboveTotal: t.float({
      description: 'Orders of a greater total wait for your confirmation, in main currency units; null for none.',
    }),
    confirmAboveUnits: t.int({ description: 'Orders of more units wait for your confirmation; null for none.' }),
    holdHours: t.int({ description: 'How long an order waits for the owner, 1 to 72 hours. Default: 24.' }),
    paidOnDelivery: t.boolean({
      description:
        'Whether marking an order as delivered also records its payment. Default: true on delivery, false by hand.',
    }),
    maxRefusals: t.int({
      description: 'Parcels that a buyer may have refused and still be offered it; null for no limit.',
    }),
  }),
})

ownerBuilder.queryField('paymentMethods', (t) =>
  t.field({
    scope: 'settings',
    type: [PaymentMethod],
    nullable: true,
    description: 'The ways to pay without the payment provider, in the order in which they are offered.',
    complexity: { field: 1, multiplier: MAX_PAYMENT_METHODS },
    resolve: (_, __, context) => listPaymentMethods(context),
  }),
)

ownerBuilder.queryField('paymentMethod', (t) =>
  t.field({
    scope: 'settings',
    type: PaymentMethod,
    nullable: true,
    description: 'A payment method; null if there is none with this code.',
    args: { code: t.arg.string({ required: true, description: 'The code of the payment method.' }) },
    resolve: (_, { code }, context) => findPaymentMethod(context, code),
  }),
)

ownerBuilder.mutationField('upsertPaymentMethod', (t) =>
  t.field({
    scope: 'settings',
    // However many postal codes are sent: their number has a limit of its own.
    complexity: 100,
    type: PaymentMethod,
    nullable: true,
    description: `Creates a payment method or updates the one with this code; a store can have ${MAX_PAYMENT_METHODS}. An update requires the version it is based on; \`CONFLICT\` if that is no longer current.`,
    args: {
      input: t.arg({
        type: PaymentMethodInput,
        required: true,
        description: 'The payment method to create or update.',
      }),
    },
    resolve: (_, { input }, context) => upsertPaymentMethod(context, input),
  }),
)
