import { graphql } from '../../../../generated/operations/index.ts'
import { contactMistakes } from '../../http/personal/contact-mistakes.ts'
import { form, localPath } from '../../http/personal/form.ts'
import type { Fields } from '../../http/personal/personal-page.ts'
import { addresses } from './addresses.personal.tsx'
import { newAddress, oneAddress } from './one-address.personal.tsx'

const ADDRESSES = '/account/addresses'
const next = () => ADDRESSES

const check = contactMistakes({ phone: 'phone' })

const inputOf = ({ name = '', lines = '', city = '', region, postalCode, country, phone, isDefault }: Fields) => ({
  ...{ name, lines: lines.split('\n'), city },
  ...{ region: region || null, postalCode: postalCode || null, country: country || null, phone: phone || null },
  isDefault: isDefault !== undefined,
})

const changeAddress = graphql(`mutation ShopChangeAddress($id: ID!, $input: AddressChange!) {
  updateAddress(id: $id, input: $input) { id }
}`)

export const addAddress = form({
  path: '/shop/:subdomain/account/addresses/new',
  operation: graphql(`mutation ShopAddAddress($input: AddressInput!) { addAddress(input: $input) { id } }`),
  variables: ({ fields }) => ({ input: inputOf(fields) }),
  check,
  page: newAddress,
  needsCustomer: true,
  next,
})

export const updateAddress = form({
  path: '/shop/:subdomain/account/addresses/:id',
  operation: changeAddress,
  variables: ({ params: { id }, fields }) => ({ id, input: inputOf(fields) }),
  check,
  page: oneAddress,
  needsCustomer: true,
  next: (_data, { fields }) => localPath(fields.next, ADDRESSES),
})

export const makeDefault = form({
  path: '/shop/:subdomain/account/addresses/:id/default',
  operation: changeAddress,
  variables: ({ params: { id } }) => ({ id, input: { isDefault: true } }),
  page: addresses,
  needsCustomer: true,
  next,
})

export const deleteAddress = form({
  path: '/shop/:subdomain/account/addresses/:id/delete',
  operation: graphql(`mutation ShopRemoveAddress($id: ID!) { removeAddress(id: $id) }`),
  variables: ({ params: { id } }) => ({ id }),
  page: addresses,
  needsCustomer: true,
  next,
})
