import type { ChangesQuery } from '../../../../../generated/console/documents.ts'
import { countryName } from '../../parts/countries.ts'
import { type Formats, words } from '../../parts/formats.ts'

export type Change = NonNullable<ChangesQuery['changes']>['nodes'][number]
type Field = Change['fields'][number]

/** Where the schema's own name does not read well. */
const better: Readonly<Record<string, string>> = {
  accentColor: 'colour',
  alt: 'description',
  confirm: 'confirmed by',
  displayOrder: 'position',
  heroPicture: 'picture of the home page',
  heroText: 'welcome text',
  maxDiscount: 'discount of at most',
  media: 'pictures',
  minSubtotal: 'for goods worth at least',
  ownerEmail: 'your email address',
  percent: 'percentage',
  perCustomerLimit: 'uses for each shopper',
  shopEnabled: 'shop in the browser',
  signedIn: 'only with an account',
  slug: 'address',
  url: 'address',
  usageLimit: 'uses in all',
}

const abbreviations: Readonly<Record<string, string>> = { id: 'ID', sku: 'SKU', seo: 'SEO', min: 'least', max: 'most' }

const plain = (name: string): string =>
  better[name] ??
  name
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .split(' ')
    .map((word) => abbreviations[word] ?? word)
    .join(' ')

/**
 * A field as the schema names it, in words: `businessName` is "Business name", `shipping.freeFrom` "Shipping: free
 * from", `price (size: 250g)` "Price (size: 250g)", and `method post: active` "Method post: active".
 */
export function fieldName(name: string): string {
  const [, method = '', path = '', variant = ''] = /^(method [^:]+: )?([\w.]+)(.*)$/s.exec(name) ?? []
  const text = method + path.split('.').map(plain).join(': ')
  return text.charAt(0).toUpperCase() + text.slice(1) + variant
}

/** Fields with one of a few values, which the schema writes in capitals. */
const choices = /(^|: )(kind|basis|confirm|protection|provider|role|status|type)$/

/** A value of the field before or after. */
export function valueText({ name, type }: Field, value: string | null | undefined, formats: Formats): string {
  if (value == null || value === '') return 'nothing'
  if (type === 'FLAG') return value === 'true' ? 'yes' : 'no'
  if (type === 'AMOUNT') return formats.money(Number(value))
  if (type === 'NUMBER') return formats.number(Number(value))
  if (type === 'INSTANT') return formats.dateTime(value)
  if (name === 'shipping.country') return countryName(value)
  return choices.test(name) ? words(value) : value
}
