import { describe, expect, it } from 'vitest'
import { checkBundle, parseBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import { teaShop } from './tea-shop.ts'

const product = { slug: 'sencha', name: 'Sencha', price: 480 }
const withProduct = (fields: object) => ({ ...teaShop(), products: [{ ...product, ...fields }], reviews: [] })
const withCustomer = (fields: object) => ({ ...teaShop(), customers: [{ name: 'Asha', phone: '1', ...fields }] })

describe('A bundle that is right', () => {
  it('gives amounts in subunits of its currency, codes in upper case, phones as digits', () => {
    const yen = checkBundle({ ...withProduct({ price: 480 }), store: { ...teaShop().store, currency: 'JPY' } })
    expect(yen.products?.[0]?.price).toBe(480n)
    const rupees = checkBundle({
      ...withProduct({ price: 480.5 }),
      discounts: [{ code: ' tea ', type: 'percent', value: 12.5 }],
    })
    expect(rupees.products?.[0]?.price).toBe(48050n)
    expect(rupees.discounts?.[0]).toMatchObject({ code: 'TEA', value: 125_000n })
    expect(checkBundle(withCustomer({ phone: '+91 (98) 765-4' })).customers?.[0]?.phone).toBe('91987654')
  })

  it('may begin with a byte order mark', () => {
    expect(parseBundle(`\uFEFF${JSON.stringify(teaShop())}`).store.subdomain).toBe('tea')
  })
})
