import { z } from 'zod'
import { EXAMPLE_ADDRESS_ID } from '../../../api/rest/examples.ts'
import { route } from '../../../api/rest/route.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { addressChange, addressInput } from './address-input.ts'

const Address = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ description: 'The name of the recipient.' }),
    lines: z.array(z.string()).meta({ description: 'The address lines, such as street and house number.' }),
    city: z.string(),
    region: z.string().nullable().meta({ description: 'The state or province; null if not given.' }),
    postalCode: z.string().nullable(),
    country: z
      .string()
      .nullable()
      .meta({ description: 'The two-letter ISO 3166-1 code of the country; null if not given.' }),
    phone: z.string().nullable(),
    isDefault: z.boolean().meta({ description: 'Whether it is the default address. A customer has at most one.' }),
  })
  .meta({ id: 'Address', description: 'A shipping address of a customer.' })

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
  summary: 'Lists the customer’s addresses.',
  description:
    'At most 20, in the order in which they were added. Checkout accepts the ID of an address as `addressId`.',
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
  summary: 'Adds an address to the customer’s account.',
  description:
    'A customer can have 20 addresses. The first is the default unless `isDefault` is false. A new default address replaces the previous one.',
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
  summary: 'Updates one of the customer’s addresses.',
  description:
    'Omitted fields stay unchanged; `null` clears region, postal code, country and phone. Existing orders are not affected.',
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
  summary: 'Deletes one of the customer’s addresses.',
  description: 'Existing orders are not affected. No other address becomes the default.',
  token: 'required',
  operation: graphql(`mutation RestRemoveAddress($id: ID!) { removeAddress(id: $id) }`),
  variables: ({ params }) => ({ id: params.addressId }),
  response: z.object({ success: z.boolean() }),
  example: { answer: { success: true } },
  toResponse: ({ removeAddress }) => ({ success: removeAddress }),
  problems: ['UNAUTHENTICATED', 'NOT_FOUND'],
})
