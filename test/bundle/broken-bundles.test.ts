import { describe, expect, it } from 'vitest'
import { checkBundle, parseBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import { fieldEntries } from '../../src/commerce/catalog/product-fields.ts'
import { MAX_PRICE, toMainUnits } from '../../src/platform/money.ts'
import { mistakesOf, teaShop } from './tea-shop.ts'

const product = { slug: 'sencha', name: 'Sencha', price: 480 }
const withStore = (fields: object) => ({ ...teaShop(), store: { ...teaShop().store, ...fields } })
const withProduct = (fields: object) => ({ ...teaShop(), products: [{ ...product, ...fields }], reviews: [] })
const withDiscount = (fields: object) => ({
  ...teaShop(),
  discounts: [{ code: 'A', type: 'fixed', value: 1, ...fields }],
})
const withCustomer = (fields: object) => ({ ...teaShop(), customers: [{ name: 'Asha', phone: '1', ...fields }] })
const withReview = (fields: object) => ({
  ...teaShop(),
  reviews: [{ product: 'assam', rating: 5, body: 'Strong and bright.', ...fields }],
})
const size = (value: string) => ({ options: { size: value } })

const cases: [mistake: string, bundle: unknown, message: string][] = [
  ['another format', { ...teaShop(), format: 'shop/2' }, 'format: expected "storefront-bundle/1", found "shop/2"'],
  ['no object', [], 'expected an object, found []'],
  ['no store', { format: 'storefront-bundle/1' }, 'store: expected an object, found nothing'],
  [
    'an unknown field',
    withProduct({ pirce: 3 }),
    `products[0].pirce: expected one of the fields slug, ${fieldEntries.map(([name]) => name).join(', ')}, variants, found "pirce"`,
  ],
  [
    'a hyphen at the end of the subdomain',
    withStore({ subdomain: 'tea-' }),
    'store.subdomain: expected 1 to 63 lower-case letters, digits and hyphens, no hyphen at either end, found "tea-"',
  ],
  [
    'a currency that does not exist',
    withStore({ currency: 'RUP' }),
    'store.currency: expected a currency code of ISO 4217 like "INR", found "RUP"',
  ],
  [
    'an offset for a time zone',
    withStore({ timeZone: '+05:30' }),
    'store.timeZone: expected a time zone of the IANA database like "Asia/Kolkata", found "+05:30"',
  ],
  ['a tax above 100', withStore({ tax: { rate: 118 } }), 'store.tax.rate: expected a number of at most 100, found 118'],
  [
    'a tax with 5 decimals',
    withStore({ tax: { rate: 0.00001 } }),
    'store.tax.rate: expected at most 4 decimals, found 0.00001',
  ],
  ['a blank name', withStore({ businessName: '  ' }), 'store.businessName: expected more than blanks, found "  "'],
  [
    'a name in two lines',
    withStore({ businessName: 'Tea\nHouse' }),
    'store.businessName: expected one line, without line breaks and other control characters, found "Tea\\nHouse"',
  ],
  [
    'an unknown provider',
    withStore({ payments: { provider: 'paypal' } }),
    'store.payments.provider: expected "sandbox" or "razorpay", found "paypal"',
  ],
  [
    'razorpay without a key',
    withStore({ payments: { provider: 'razorpay', keySecret: 's' } }),
    'store.payments.keyId: expected a text, found nothing',
  ],
  [
    'sandbox with a key',
    withStore({ payments: { provider: 'sandbox', keyId: 'k' } }),
    'store.payments.keyId: expected one of the fields provider, found "keyId"',
  ],
  [
    'a short access password, which is not shown',
    withStore({ access: { password: 'open' } }),
    'store.access.password: expected a password of at least 6 characters, found one of 4 characters',
  ],
  [
    'two services of one name',
    withStore({ chat: { services: [{ name: 'A' }, { name: 'A' }] } }),
    'store.chat.services[1].name: expected a name that store.chat.services[0] does not have already, found "A"',
  ],
  [
    'a negative price',
    withProduct({ variants: [{ ...size('50g'), price: -5 }] }),
    'products[0].variants[0].price: expected a number of at least 0, found -5',
  ],
  [
    'a price with too many decimals',
    withProduct({ price: 4.999 }),
    'products[0].price: expected at most 2 decimals (INR), found 4.999',
  ],
  ['a price as text', withProduct({ price: '480' }), 'products[0].price: expected a number, found "480"'],
  [
    'a price beyond the limit',
    withProduct({ price: 9_000_000_001 }),
    `products[0].price: expected a number of at most ${toMainUnits(MAX_PRICE, 'INR')}, found 9000000001`,
  ],
  [
    'a sale above the price',
    withProduct({ salePrice: 500 }),
    'products[0].salePrice: expected at most the price (480), found 500',
  ],
  [
    "a variant's sale above the product's price",
    withProduct({ variants: [{ ...size('50g'), price: null, salePrice: 481 }] }),
    'products[0].variants[0].salePrice: expected at most the price (480), found 481',
  ],
  ['half a unit in stock', withProduct({ stock: 1.5 }), 'products[0].stock: expected a whole number, found 1.5'],
  [
    'less than nothing in stock',
    withProduct({ stock: -1 }),
    'products[0].stock: expected a number of at least 0, found -1',
  ],
  [
    'an image that is no web address',
    withProduct({ images: ['javascript:alert(1)'] }),
    'products[0].images[0]: expected a URL that starts with http:// or https://, or a path of this service like "/pictures/assam.svg", found "javascript:alert(1)"',
  ],
  [
    'a slug with blanks',
    withProduct({ slug: 'Green Tea' }),
    'products[0].slug: expected 1 to 255 lower-case letters and digits, with single hyphens between them, found "Green Tea"',
  ],
  [
    'a slug that is there twice',
    { ...teaShop(), products: [product, product], reviews: [] },
    'products[1].slug: expected a slug that products[0] does not have already, found "sencha"',
  ],
  [
    'options that are there twice',
    withProduct({ variants: [{ options: { a: '1', b: '2' } }, { options: { b: '2', a: '1' } }] }),
    'products[0].variants[1].options: expected options that products[0].variants[0] does not have already, found {"b":"2","a":"1"}',
  ],
  [
    'variants of other option names',
    withProduct({ variants: [size('50g'), { options: { colour: 'red' } }] }),
    'products[0].variants[1].options: expected the option names of the first variant, size, found {"colour":"red"}',
  ],
  [
    'a variant without options',
    withProduct({ variants: [{ options: {} }] }),
    'products[0].variants[0].options: expected at least one option like {"size": "250g"}, found {}',
  ],
  [
    'an option that is no text',
    withProduct({ variants: [{ options: { size: 250 } }] }),
    'products[0].variants[0].options.size: expected a text, found 250',
  ],
  [
    'text that PostgreSQL cannot hold',
    withProduct({ name: 'Sen\0cha' }),
    'products[0].name: expected text without NUL and without halves of surrogate pairs, found "Sen\\u0000cha"',
  ],
  [
    'a name that is too long',
    withProduct({ name: 'ß'.repeat(256) }),
    `products[0].name: expected 1 to 255 characters, found "${'ß'.repeat(59)}… (256 characters)`,
  ],
  [
    'a discount of another kind',
    withDiscount({ type: 'half' }),
    'discounts[0].type: expected "percent" or "fixed", found "half"',
  ],
  [
    'a discount of more than everything',
    withDiscount({ type: 'percent', value: 101 }),
    'discounts[0].value: expected a number of at most 100, found 101',
  ],
  [
    'a code that is there twice',
    {
      ...teaShop(),
      discounts: [
        { code: 'Tea', type: 'fixed', value: 1 },
        { code: ' TEA', type: 'fixed', value: 1 },
      ],
    },
    'discounts[1].code: expected a code that discounts[0] does not have already, found " TEA"',
  ],
  [
    'an end before the start',
    withDiscount({ startsAt: '2026-01-02T00:00:00Z', endsAt: '2026-01-02T00:00:00+05:30' }),
    'discounts[0].endsAt: expected a moment after startsAt (2026-01-02T00:00:00Z), found "2026-01-02T00:00:00+05:30"',
  ],
  [
    'a date without a zone',
    withDiscount({ startsAt: '2026-01-02' }),
    'discounts[0].startsAt: expected a date and time with its zone like "2026-01-31T09:00:00Z", found "2026-01-02"',
  ],
  [
    'a date of a year that is written with five digits',
    withDiscount({ endsAt: '9999-12-31T23:59:59-01:00' }),
    'discounts[0].endsAt: expected a date of 1970 to 9999, found "9999-12-31T23:59:59-01:00"',
  ],
  [
    'a picture on a host that it does not name',
    withProduct({ images: ['//evil.example/a.jpg'] }),
    'products[0].images[0]: expected a URL that starts with http:// or https://, or a path of this service like "/pictures/assam.svg", found "//evil.example/a.jpg"',
  ],
  [
    'a limit below zero',
    withDiscount({ usageLimit: -1 }),
    'discounts[0].usageLimit: expected a number of at least 0, found -1',
  ],
  [
    'letters in a phone',
    withCustomer({ phone: '98-ASHA' }),
    'customers[0].phone: expected a phone number of 1 to 50 digits, found "98-ASHA"',
  ],
  [
    'a phone that is there twice',
    {
      ...teaShop(),
      customers: [
        { name: 'A', phone: '+91 (98) 1' },
        { name: 'B', phone: '91981' },
      ],
    },
    'customers[1].phone: expected a phone that customers[0] does not have already, found "91981"',
  ],
  [
    'a password that bcrypt would cut',
    withCustomer({ password: 'é'.repeat(37) }),
    'customers[0].password: expected a password of at most 72 bytes, found one of 37 characters',
  ],
  [
    'an e-mail address without a host',
    withCustomer({ email: 'asha@' }),
    'customers[0].email: expected an e-mail address, found "asha@"',
  ],
  [
    'less than no points',
    withCustomer({ loyaltyPoints: -1 }),
    'customers[0].loyaltyPoints: expected a number of at least 0, found -1',
  ],
  ['six stars', withReview({ rating: 6 }), 'reviews[0].rating: expected a number of at most 5, found 6'],
  [
    'a review of four characters',
    withReview({ body: 'Good' }),
    'reviews[0].body: expected 5 to 2000 characters, found "Good"',
  ],
  [
    'a review title that is too long',
    withReview({ title: 'x'.repeat(201) }),
    `reviews[0].title: expected at most 200 characters, found "${'x'.repeat(59)}… (201 characters)`,
  ],
  [
    'a review that is there twice',
    { ...teaShop(), reviews: [...teaShop().reviews, ...teaShop().reviews] },
    'reviews[1].body: expected a product, name, title and body that reviews[0] does not have already, found "Strong and bright."',
  ],
]

describe('A bundle that is broken', () => {
  it.each(cases)('reports %s where it stands', async (_, bundle, message) => {
    expect(await mistakesOf(() => checkBundle(bundle))).toEqual([message])
  })

  it('reports all mistakes at once, in the order of the lists', async () => {
    const products = Array.from({ length: 11 }, (_, index) => ({ ...product, slug: `tea-${index}`, price: -1 }))
    const bundle = {
      ...withStore({ timeZone: 'Mars' }),
      products,
      reviews: [{ product: 'assam', rating: 0, body: 'Fine.' }],
    }
    const paths = (await mistakesOf(() => checkBundle(bundle))).map((line) => line.split(': ')[0])
    expect(paths).toEqual([
      ...products.map((_, index) => `products[${index}].price`),
      'reviews[0].rating',
      'store.timeZone',
    ])
  })

  it('reports mistakes between fields together with mistakes in fields', async () => {
    const bundle = withProduct({ name: 7, salePrice: 500, variants: [size('50g'), size('50g'), 'x'] })
    const paths = (await mistakesOf(() => checkBundle(bundle))).map((line) => line.split(': ')[0])
    const variants = 'products[0].variants'
    expect(paths).toEqual(['products[0].name', 'products[0].salePrice', `${variants}[1].options`, `${variants}[2]`])
  })

  it('is reported by line and column when it is no JSON', async () => {
    const [message] = await mistakesOf(() => parseBundle('{\n  "format": "storefront-bundle/1",\n  "store": {,}\n}'))
    expect(message).toBe('line 3, column 13: broken JSON: expected a field name in double quotes or "}", found ,}')
  })

  it('is reported when it is no UTF-8', async () => {
    const latin1 = Buffer.from('{"format": "é"}', 'latin1')
    expect(await mistakesOf(() => parseBundle(latin1))).toEqual(['expected a text file in UTF-8, found other bytes'])
  })

  it('reports a value that is nested deeper than can be shown', async () => {
    const deep = JSON.parse(`${'['.repeat(30_000)}${']'.repeat(30_000)}`)
    const bundle = withProduct({ images: { length: deep }, name: deep })
    expect(await mistakesOf(() => checkBundle(bundle))).toEqual([
      'products[0].images: expected a list, found {}',
      'products[0].name: expected a text, found what is nested too deep to be shown',
    ])
  })
})
