import { builder } from '../../../api/graphql/schema/builder.ts'
import { addAddress, listAddresses, MAX_ADDRESSES, removeAddress, updateAddress } from './addresses.ts'

const AddressType = builder.prismaObject('CustomerAddress', {
  name: 'Address',
  description: 'A shipping address of a customer.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the address. Pass it to `checkout` as `addressId`.' }),
    name: t.exposeString('name', { description: 'The name of the recipient.' }),
    lines: t.exposeStringList('lines', { description: 'The address lines, such as street and house number.' }),
    city: t.exposeString('city', { description: 'The city or town.' }),
    region: t.exposeString('region', { nullable: true, description: 'The state or province; null if not given.' }),
    postalCode: t.exposeString('postalCode', { nullable: true, description: 'The postal code; null if not given.' }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'The two-letter ISO 3166-1 code of the country, such as IN; null if not given.',
    }),
    phone: t.exposeString('phone', {
      nullable: true,
      description: 'The phone number for the carrier, as entered; null if not given.',
    }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether it is the default address. A customer has at most one.',
    }),
  }),
})

const bounds = {
  name: 'The name of the recipient, at most 255 characters.',
  lines: '1 to 4 address lines of at most 100 characters; blank lines are dropped.',
  city: 'The city or town, at most 100 characters.',
}

const more = {
  region: 'The state or province, at most 100 characters: one of the country’s where these are known.',
  postalCode: 'The postal code, at most 20 characters, as its country has them.',
  country: 'The two-letter ISO 3166-1 code of the country, such as IN.',
  phone: 'The phone number for the carrier, at most 50 characters.',
  isDefault:
    'Whether to make it the default address in place of any other. The first address is the default unless this is false.',
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
  description: 'The changes to an address. Omitted fields stay unchanged; null clears a field that is optional.',
  fields: (t) => ({
    name: t.string({ description: bounds.name }),
    lines: t.stringList({ description: bounds.lines }),
    city: t.string({ description: bounds.city }),
    region: t.string({ description: more.region }),
    postalCode: t.string({ description: more.postalCode }),
    country: t.string({ description: more.country }),
    phone: t.string({ description: more.phone }),
    isDefault: t.boolean({ description: 'Whether to make it the default address in place of any other.' }),
  }),
})

builder.objectField('Customer', 'addresses', (t) =>
  t.field({
    type: [AddressType],
    description: `The customer’s shipping addresses, at most ${MAX_ADDRESSES}, in the order in which they were added.`,
    failure: 'Failed to load the addresses',
    complexity: { field: MAX_ADDRESSES, multiplier: MAX_ADDRESSES },
    resolve: (customer, _, context) => listAddresses(context, customer),
  }),
)

builder.mutationFields((t) => ({
  addAddress: t.field({
    type: AddressType,
    nullable: true,
    description: `Adds a shipping address to the customer’s account, which can have ${MAX_ADDRESSES}.`,
    limit: 'account',
    failure: 'Failed to add the address',
    args: { input: t.arg({ type: AddressInput, required: true, description: 'The address.' }) },
    resolve: (_, { input }, context) => addAddress(context, input),
  }),
  updateAddress: t.field({
    type: AddressType,
    nullable: true,
    description: 'Updates one of the customer’s addresses. Existing orders are not affected.',
    limit: 'account',
    failure: 'Failed to change the address',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the address.' }),
      input: t.arg({ type: AddressChange, required: true, description: 'The changes.' }),
    },
    resolve: (_, { id, input }, context) => updateAddress(context, id, input),
  }),
  removeAddress: t.boolean({
    nullable: true,
    description: 'Deletes one of the customer’s addresses. Returns true.',
    limit: 'account',
    failure: 'Failed to remove the address',
    args: { id: t.arg.id({ required: true, description: 'The ID of the address.' }) },
    resolve: (_, { id }, context) => removeAddress(context, id),
  }),
}))
