import { graphql } from '../../../generated/operations/index.ts'
import { form } from '../http/personal/form.ts'
import type { Fields } from '../http/personal/personal-page.ts'
import { cart } from './cart.personal.tsx'

const lineOf = ({ id = '', variantId }: Fields) => ({ id, variantId: variantId || null })

/** No cart has a million of anything: the operation refuses what is too many, and what is no number. */
const quantityOf = (text: string | undefined): number => {
  const quantity = Number(text ?? 1)
  return Number.isInteger(quantity) ? Math.max(-1, Math.min(quantity, 1_000_000)) : -1
}

export const addToCart = form({
  path: '/shop/:subdomain/cart/add',
  operation: graphql(`mutation ShopAddToCart($id: ID!, $hasCart: Boolean!, $change: CartInput!, $new: NewCartInput!) {
    updateCart(id: $id, input: $change) @include(if: $hasCart) { id }
    createCart(input: $new) @skip(if: $hasCart) { id }
  }`),
  variables({ fields, visitor: { cartId } }) {
    const line = { ...lineOf(fields), qty: quantityOf(fields.qty) }
    return { id: cartId ?? '', hasCart: cartId !== null, change: { add: [line] }, new: { items: [line] } }
  },
  page: cart,
  remember: ({ updateCart, createCart }) => ({ cartId: (updateCart ?? createCart)?.id ?? null }),
  next: () => '/cart',
})

const changeCart = graphql(`mutation ShopChangeCart($id: ID!, $input: CartInput!) {
  updateCart(id: $id, input: $input) { id }
}`)

/** Of one line: a number of units, one more or fewer, or none. */
export const changeLine = form({
  path: '/shop/:subdomain/cart/line',
  operation: changeCart,
  variables({ fields, visitor: { cartId } }) {
    const line = lineOf(fields)
    const qty = quantityOf(fields.qty) + Number(fields.step ?? 0)
    const isRemoved = fields.remove !== undefined || qty === 0
    return { id: cartId ?? '', input: isRemoved ? { remove: [line] } : { set: [{ ...line, qty }] } }
  },
  page: cart,
  remember: ({ updateCart: { id } }) => ({ cartId: id }),
  next: () => '/cart',
})

/** A cart takes any code: one that takes nothing off is not kept. */
export const changeCode = form({
  path: '/shop/:subdomain/cart/code',
  operation: graphql(`mutation ShopChangeCode($id: ID!, $input: CartInput!) {
    updateCart(id: $id, input: $input) { notices { code message } }
  }`),
  undo({ updateCart: { notices } }, { fields, visitor: { cartId } }) {
    const refused = fields.code?.trim() && notices.find(({ code }) => code === 'DISCOUNT_NOT_APPLIED')
    if (!refused) return null
    const mistake = { field: 'code', message: refused.message }
    return { variables: { id: cartId ?? '', input: { discountCode: null } }, mistake }
  },
  variables: ({ fields, visitor: { cartId } }) => ({ id: cartId ?? '', input: { discountCode: fields.code ?? null } }),
  page: cart,
  next: () => '/cart',
})

export const changePoints = form({
  path: '/shop/:subdomain/cart/points',
  operation: changeCart,
  variables: ({ fields, visitor: { cartId } }) => ({
    id: cartId ?? '',
    input: { loyaltyPoints: fields.points ? quantityOf(fields.points) : null },
  }),
  page: cart,
  next: () => '/cart',
})
