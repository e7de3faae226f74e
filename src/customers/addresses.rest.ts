import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { EXAMPLE_ADDRESS_ID } from '../rest/example-ids.ts'
import { route } from '../rest/route.ts'
import { addressChange, addressInput } from './address-input.ts'

const Address = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ description: 'Who receives what is sent there.' }),
    lines: z.array(z.string()).meta({ description: 'Street, house and what else leads there.' }),
    city: z.string(),
    region: z.string().nullable().meta({ description: 'State or province.' }),
    postalCode: z.string().nullable(),
    country: z.string().nullable().meta({ description: 'ISO 3166-1, two letters.' }),
    phone: z.string().nullable(),
    isDefault: z.boolean().meta({ description: 'Whether it is the one to begin with; at most one is.' }),
  })
  .meta({ id: 'Address', description: 'Where a customer has orders sent.' })

const home = {
  id: EXAMPLE_ADDRESS_ID,
  name: 'Asha Rao',
  lines: ['12 Lake Road', 'Flat 3'],
  city: 'Kolkata',
  region: 'West Bengal',
  postalCode: '700029',
  country: 'IN',
  phone: null,
  isDefault: true,
}

export const listAddresses = route({
  method: 'GET',
  path: '/api/sites/:subdomain/customer/addresses',
  summary: 'The customer’s addresses.',
  description: 'At most 20, in the order in which they were added. Checkout takes the id of one as `addressId`.',
  token: 'required',
  operation: graphql(`query RestAddresses {
    me { addresses { id name lines city region postalCode country phone isDefault } }
  }`),
  variables: () => ({}),
  response: z.object({ addresses: z.array(Address) }),
  example: { answer: { addresses: [home] } },
  toResponse: ({ me }) => me,
  problems: ['UNAUTHENTICATED'],
})

export const addAddress = route({
  method: 'POST',
  path: '/api/sites/:subdomain/customer/addresses',
  summary: 'Adds an address of the customer’s.',
  description: 'There can be 20. The first is the default unless it says otherwise; one that is makes the others not.',
  token: 'required',
  operation: graphql(`mutation RestAddAddress($input: AddressInput!) {
    addAddress(input: $input) { id name lines city region postalCode country phone isDefault }
  }`),
  body: addressInput,
  variables: ({ body }) => ({ input: body }),
  response: z.object({ address: Address }),
  example: {
    body: {
      name: 'Asha Rao',
      lines: ['12 Lake Road', 'Flat 3'],
      city: 'Kolkata',
      region: 'West Bengal',
      postalCode: '700029',
      country: 'IN',
    },
    answer: { address: home },
  },
  toResponse: ({ addAddress }) => ({ address: addAddress }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED'],
})

export const updateAddress = route({
  method: 'PATCH',
  path: '/api/sites/:subdomain/customer/addresses/:addressId',
  summary: 'Changes an address of the customer’s.',
  description:
    'What is left out stays as it is; `null` clears region, postal code, country and phone. Orders that were sent there keep what it was.',
  token: 'required',
  operation: graphql(`mutation RestUpdateAddress($id: ID!, $input: AddressChange!) {
    updateAddress(id: $id, input: $input) { id name lines city region postalCode country phone isDefault }
  }`),
  body: addressChange,
  variables: ({ params, body }) => ({ id: params.addressId, input: body }),
  response: z.object({ address: Address }),
  example: {
    body: { lines: ['14 Lake Road'], phone: '98765 43210' },
    answer: { address: { ...home, lines: ['14 Lake Road'], phone: '98765 43210' } },
  },
  toResponse: ({ updateAddress }) => ({ address: updateAddress }),
  problems: ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'NOT_FOUND'],
})

export const removeAddress = route({
  method: 'DELETE',
  path: '/api/sites/:subdomain/customer/addresses/:addressId',
  summary: 'Removes an address of the customer’s.',
  description: 'Orders that were sent there keep it. No other becomes the default.',
  token: 'required',
  operation: graphql(`mutation RestRemoveAddress($id: ID!) { removeAddress(id: $id) }`),
  variables: ({ params }) => ({ id: params.addressId }),
  response: z.object({ success: z.boolean() }),
  example: { answer: { success: true } },
  toResponse: ({ removeAddress }) => ({ success: removeAddress }),
  problems: ['UNAUTHENTICATED', 'NOT_FOUND'],
})
