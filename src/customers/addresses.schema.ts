import { builder } from '../gateway/builder.ts'
import { type Address, addAddress, listAddresses, MAX_ADDRESSES, removeAddress, updateAddress } from './addresses.ts'

const AddressType = builder.objectRef<Address>('Address').implement({
  description: 'Where a customer has orders sent.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the address; checkout takes it as `addressId`.' }),
    name: t.exposeString('name', { description: 'Who receives what is sent there.' }),
    lines: t.exposeStringList('lines', { description: 'Street, house and what else leads there.' }),
    city: t.exposeString('city', { description: 'The town.' }),
    region: t.exposeString('region', { nullable: true, description: 'State or province.' }),
    postalCode: t.exposeString('postalCode', { nullable: true, description: 'As it is written there.' }),
    country: t.exposeString('country', { nullable: true, description: 'ISO 3166-1, two letters, such as IN.' }),
    phone: t.exposeString('phone', { nullable: true, description: 'Whom the carrier calls, as it was written.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether it is the one to begin with; at most one is.' }),
  }),
})

const bounds = {
  name: 'Who receives what is sent there, at most 255 characters.',
  lines: '1 to 4 lines of at most 100 characters; blank ones are left out.',
  city: 'At most 100 characters.',
}

const more = {
  region: 'State or province, at most 100 characters.',
  postalCode: 'At most 20 characters.',
  country: 'ISO 3166-1, two letters, such as IN.',
  phone: 'At most 50 characters.',
  isDefault: 'Whether it is the one to begin with, which no other is then. The first is unless this says otherwise.',
}

const AddressInput = builder.inputType('AddressInput', {
  description: 'A new address.',
  fields: (t) => ({
    name: t.string({ required: true, description: bounds.name }),
    lines: t.stringList({ required: true, description: bounds.lines }),
    city: t.string({ required: true, description: bounds.city }),
    region: t.string({ description: more.region }),
    postalCode: t.string({ description: more.postalCode }),
    country: t.string({ description: more.country }),
    phone: t.string({ description: more.phone }),
    isDefault: t.boolean({ description: more.isDefault }),
  }),
})

const AddressChange = builder.inputType('AddressChange', {
  description: 'What changes of an address. What is left out stays as it is; null clears, where there can be nothing.',
  fields: (t) => ({
    name: t.string({ description: bounds.name }),
    lines: t.stringList({ description: bounds.lines }),
    city: t.string({ description: bounds.city }),
    region: t.string({ description: more.region }),
    postalCode: t.string({ description: more.postalCode }),
    country: t.string({ description: more.country }),
    phone: t.string({ description: more.phone }),
    isDefault: t.boolean({ description: 'Whether it is the one to begin with, which no other is then.' }),
  }),
})

builder.objectField('Customer', 'addresses', (t) =>
  t.field({
    type: [AddressType],
    description: `Where they have orders sent, ${MAX_ADDRESSES} at most, in the order in which they were added.`,
    failure: 'Failed to load the addresses',
    complexity: { field: MAX_ADDRESSES, multiplier: MAX_ADDRESSES },
    resolve: (customer, _, context) => listAddresses(context, customer),
  }),
)

builder.mutationFields((t) => ({
  addAddress: t.field({
    type: AddressType,
    nullable: true,
    description: `Adds an address of the customer’s; there can be ${MAX_ADDRESSES}.`,
    limit: 'account',
    failure: 'Failed to add the address',
    args: { input: t.arg({ type: AddressInput, required: true, description: 'The address.' }) },
    resolve: (_, { input }, context) => addAddress(context, input),
  }),
  updateAddress: t.field({
    type: AddressType,
    nullable: true,
    description: 'Changes an address of the customer’s. Orders that were sent there stay as they are.',
    limit: 'account',
    failure: 'Failed to change the address',
    args: {
      id: t.arg.id({ required: true, description: 'Which address.' }),
      input: t.arg({ type: AddressChange, required: true, description: 'What changes.' }),
    },
    resolve: (_, { id, input }, context) => updateAddress(context, id, input),
  }),
  removeAddress: t.boolean({
    nullable: true,
    description: 'Removes an address of the customer’s. True.',
    limit: 'account',
    failure: 'Failed to remove the address',
    args: { id: t.arg.id({ required: true, description: 'Which address.' }) },
    resolve: (_, { id }, context) => removeAddress(context, id),
  }),
}))
