import { readFileSync } from 'node:fs'
import { buildSchema, getNamedType, isInputObjectType } from 'graphql'

/** What checkout collects, field by field, and the words in which the owner has to be shown it. */
export interface Collected {
  sent: unknown
  /** What a page, a mail or a slip says of it; null where it says nothing of the order itself. */
  inWords: string | null
  /** What programs read; `inWords` when left out. */
  inData?: unknown
}

/** Of an order for a store of `deliveringStore`. */
export const collected = (id: string): Readonly<Record<string, Collected>> => ({
  'buyer.name': { sent: 'Asha Rao', inWords: 'Asha Rao' },
  'buyer.phone': { sent: '+91 98450 11223', inWords: '+91 98450 11223' },
  'buyer.email': { sent: 'asha.rao@example.com', inWords: 'asha.rao@example.com' },
  'buyer.address': { sent: '12 Lake Road, Indiranagar', inWords: '12 Lake Road, Indiranagar' },
  'buyer.city': { sent: 'Hosur', inWords: 'Hosur' },
  'buyer.notes': { sent: 'Ring twice', inWords: 'Ring twice' },
  'delivery.country': { sent: 'IN', inWords: 'India', inData: 'IN' },
  'delivery.region': { sent: 'IN-KA', inWords: 'Karnataka' },
  'delivery.postalCode': { sent: '560038', inWords: '560038' },
  'delivery.method': { sent: 'bike', inWords: 'By bicycle' },
  paymentMethod: { sent: 'cod', inWords: 'Cash on delivery' },
  discountCode: { sent: 'TEN', inWords: null, inData: 'TEN' },
  loyaltyPoints: { sent: 20, inWords: null, inData: 20 },
  'items.id': { sent: id, inWords: 'Assam' },
  'items.qty': { sent: 2, inWords: null, inData: 2 },
  'items.variant.name': { sent: 'size', inWords: null, inData: 'size' },
  'items.variant.value': { sent: '250g', inWords: '250g' },
})

/** They say which of the store's things are meant, in place of fields above, or only check the price. */
export const INDIRECT = ['addressId', 'cartId', 'expectedTotal', 'items.variantId']

/** The paths of all that the storefront's checkout takes. */
export function pathsOfCheckout(): string[] {
  const schema = buildSchema(readFileSync('schema/storefront.graphql', 'utf8'))
  const pathsIn = (name: string, before: string): string[] => {
    const type = schema.getType(name)
    if (!isInputObjectType(type)) return [before.slice(0, -1)]
    return Object.values(type.getFields()).flatMap((field) =>
      pathsIn(getNamedType(field.type).name, `${before}${field.name}.`),
    )
  }
  return pathsIn('CheckoutInput', '')
}

/** As an input of checkout. */
export function inputOf(fields: Readonly<Record<string, Collected>>): any {
  const value = (path: string) => fields[path]?.sent
  const named = (begin: string) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([path, { sent }]) =>
        path.startsWith(begin) ? [[path.slice(begin.length), sent]] : [],
      ),
    )
  return {
    buyer: named('buyer.'),
    delivery: named('delivery.'),
    items: [
      {
        ...{ id: value('items.id'), qty: value('items.qty') },
        variant: { [String(value('items.variant.name'))]: value('items.variant.value') },
      },
    ],
    ...{ paymentMethod: value('paymentMethod'), discountCode: value('discountCode') },
    loyaltyPoints: value('loyaltyPoints'),
  }
}

const flat = (code: string, name: string, fee: number, more: object = {}) => ({
  ...{ code, name, tiers: [{ from: 0, fee }], minDays: 1, maxDays: 2, ...more },
})

/** With a zone, a bicycle, a counter, and cash on delivery for a fee. */
export const deliveringStore = {
  store: {
    ...{ businessName: 'Lake Bakery', ownerEmail: 'owner@bakery.example', timeZone: 'Asia/Kolkata' },
    loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 },
    shipping: {
      fee: 0,
      zones: [
        {
          ...{ code: 'city', name: 'Bengaluru', countries: ['IN'], regions: ['IN-KA'], postalCodes: ['5600*'] },
          methods: [
            flat('bike', 'By bicycle', 40),
            flat('counter', 'At the counter', 0, {
              ...{ kind: 'pickup', minDays: undefined, maxDays: undefined },
              pickup: { address: '3 Market Street', hours: '9 to 18' },
            }),
          ],
        },
      ],
    },
    paymentMethods: [{ code: 'cod', kind: 'cod', name: 'Cash on delivery', fee: 15, instructions: 'Have it ready.' }],
  },
  products: [
    {
      ...{ slug: 'assam', name: 'Assam', price: 100 },
      variants: [{ options: { size: '250g' }, price: 150, stock: 50, sku: 'A-250' }],
    },
    { slug: 'bread', name: 'Bread', price: 60, stock: 500 },
  ],
  discounts: [{ code: 'TEN', type: 'percent', value: 10 }],
}
