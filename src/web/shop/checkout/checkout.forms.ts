import { graphql } from '../../../generated/operations/index.ts'
import { addressText } from '../../../shared/address-forms.ts'
import type { Mistake } from '../../../shared/answers.ts'
import { contactMistakes } from '../http/personal/contact-mistakes.ts'
import { form } from '../http/personal/form.ts'
import type { Fields } from '../http/personal/personal-page.ts'
import { lastDigits, MOST_ADDRESS, MOST_NOTICES } from '../http/personal/visitor.ts'
import { checkout } from './checkout.personal.tsx'
import { choicesOf, hasMoved, isOutdated } from './choices.ts'

const buyerMistakes = contactMistakes({ phone: 'buyer.phone', email: 'buyer.email' })

/** A parcel without a town, or without a street, does not arrive. */
function addressMistakes(fields: Fields): Mistake[] {
  const { addressId, 'buyer.address': street, 'buyer.city': city } = fields
  if (said(addressId) !== null || city === undefined || (said(street) === null) === (said(city) === null)) return []
  return said(city) === null
    ? [{ field: 'buyer.city', message: 'Enter the city or town.' }]
    : [{ field: 'buyer.address', message: 'Enter the house number and street.' }]
}

/** What is empty has not been said. */
const said = (text: string | undefined): string | null => text?.trim() || null

/** The country is always said where the form asks for a place: without one, what zones go by could be passed over. */
function termsOf(fields: Fields, home: string | null) {
  const { addressId, country, region, postalCode, method, payment } = choicesOf(fields, home)
  const isAsked = Object.keys(fields).some((name) => /^delivery\.(country|region|postalCode)$/.test(name))
  const place = { country: isAsked ? said(country) : null, region: said(region), postalCode: said(postalCode) }
  // Another place has methods of its own: the cheapest, until one is chosen.
  const delivery = { method: hasMoved(fields, home) ? null : said(method), ...(addressId === '' && place) }
  const isNamed = Object.values(delivery).some((value) => value !== null)
  return { delivery: isNamed ? delivery : null, addressId: said(addressId), paymentMethod: said(payment) }
}

/** What the order would cost with what was chosen. */
export const updateCheckout = form({
  path: '/shop/:subdomain/checkout/update',
  operation: graphql(`mutation ShopUpdateCheckout($id: ID!, $input: CartInput!) {
    updateCart(id: $id, input: $input) { id }
  }`),
  variables: ({ fields, visitor: { cartId }, home }) => ({ id: cartId ?? '', input: termsOf(fields, home) }),
  page: checkout,
})

/** From there back to the checkout, which shows it again; with script, the tab keeps it. */
export const keepTyped = form({
  path: '/shop/:subdomain/checkout/log-in',
  operation: graphql(`query ShopKeepTyped { store { name } }`),
  variables: () => ({}),
  keepsTyped: true,
  next: () => `/log-in?${new URLSearchParams({ next: '/checkout' })}`,
})

/** Only for the total that was seen; for another, that is shown first. */
export const placeOrder = form({
  path: '/shop/:subdomain/checkout',
  operation: graphql(`mutation ShopPlaceOrder(
    $isOutdated: Boolean!, $order: CheckoutInput!, $id: ID!, $change: CartInput!
  ) {
    checkout(input: $order) @skip(if: $isOutdated) {
      orderNo providerOrderId keyId amount notices { message } payment { method }
    }
    updateCart(id: $id, input: $change) @include(if: $isOutdated) { id }
  }`),
  check: (sent) =>
    isOutdated(sent.fields, sent.home) ? [] : [...buyerMistakes(sent), ...addressMistakes(sent.fields)],
  variables: ({ fields, visitor: { cartId }, home }) => ({
    ...{ isOutdated: isOutdated(fields, home), id: cartId ?? '', change: termsOf(fields, home) },
    order: { cartId, ...termsOf(fields, home), buyer: buyerOf(fields), expectedTotal: expectedIn(fields) },
  }),
  page: checkout,
  isIdempotent: true,
  remember({ checkout }, { fields }) {
    if (!checkout) return {}
    const { orderNo, providerOrderId, keyId, amount, payment, notices } = checkout
    const address = givenAddress(fields)
    return {
      typed: null,
      order: {
        ...{ orderNo, phone: lastDigits(fields['buyer.phone'] ?? '') },
        ...(amount > 0 && !payment && { payment: { providerOrderId, keyId } }),
        ...(address !== null && address.length <= MOST_ADDRESS && { address }),
        ...(notices.length > 0 && { notices: notices.slice(0, MOST_NOTICES).map(({ message }) => message) }),
      },
    }
  },
  shownRefused({ notices }, fields) {
    const changed = notices.find(({ code }) => code === 'TOTAL_CHANGED')
    return changed ? { ...fields, refusedTotal: String(changed.total) } : fields
  },
  next({ checkout }) {
    if (!checkout) return null
    const { orderNo, amount, payment } = checkout
    return `/${amount > 0 && !payment ? 'pay' : 'order'}/${encodeURIComponent(orderNo)}`
  },
})

/** The total on the button, unless somebody has changed the field. */
const expectedIn = ({ expectedTotal = '' }: Fields): number | null =>
  /^\d{1,15}(\.\d{1,4})?$/.test(expectedTotal) ? Number(expectedTotal) : null

const newAddressOf = (fields: Fields) => ({ address: said(fields['buyer.address']), city: said(fields['buyer.city']) })

/** As one text; null for one of the customer's. */
function givenAddress(fields: Fields): string | null {
  const { address: street, city } = newAddressOf(fields)
  if (said(fields.addressId) !== null || street === null) return null
  if (city === null) return street
  const [region, postalCode, country] = ['region', 'postalCode', 'country'].map((part) =>
    said(fields[`delivery.${part}`]),
  )
  return addressText({ street, city, region: region ?? null, postalCode: postalCode ?? null, country: country ?? null })
}

const buyerOf = (fields: Fields) => ({
  name: fields['buyer.name'] ?? '',
  phone: fields['buyer.phone'] ?? '',
  email: said(fields['buyer.email']),
  ...(said(fields.addressId) === null && newAddressOf(fields)),
  notes: said(fields['buyer.notes']),
})
