import { z } from 'zod'
import { describeIssues, type Issue, sorted } from '../../platform/input/issues.ts'
import { parseUntrusted } from '../../platform/input/parse-untrusted.ts'
import { isCurrency } from '../../platform/money.ts'
import { checkProducts } from '../catalog/change/product-checks.ts'
import { checkRedirects } from '../catalog/redirects/redirect-format.ts'
import { checkCustomers } from '../customers/customer-format.ts'
import { checkZones } from '../delivery/change/zone-format.ts'
import { checkDiscounts } from '../discounts/discount-format.ts'
import { checkMenu } from '../menus/menu-format.ts'
import { checkPages } from '../pages/page-format.ts'
import { checkPaymentMethods } from '../payments/methods/payment-method-format.ts'
import { checkReviews } from '../reviews/review-format.ts'
import { checkStore } from '../stores/store-format.ts'
import { type Bundle, bundleSchema } from './bundle-format.ts'
import { findJsonMistake } from './json-mistake.ts'

/** All mistakes of a bundle; nothing of it has been stored. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n'))
    this.issues = issues
  }
}

/** @throws BundleError with every mistake that can be found without the database */
export function parseBundle(file: string | Uint8Array): Bundle {
  return checkBundle(readJson(readText(file)))
}

/** For parsed JSON. @throws BundleError */
export function checkBundle(json: unknown): Bundle {
  const parsed = parseUntrusted(bundleSchema(currencyOf(json)), json, { reportInput: true })
  const issues = [...describeIssues(parsed.error?.issues ?? []), ...crossCheck(json)]
  if (!parsed.success || issues.length > 0) throw new BundleError(sorted(issues))
  return parsed.data
}

export const bundleJsonSchema = (): z.core.JSONSchema.BaseSchema => ({
  ...z.toJSONSchema(bundleSchema(null), { io: 'input' }),
  title: 'Store bundle of storefront-gateway',
})

const WithCurrency = z.object({ store: z.object({ currency: z.string().refine(isCurrency) }) })

const currencyOf = (json: unknown): string | null => WithCurrency.safeParse(json).data?.store.currency ?? null

function readText(file: string | Uint8Array): string {
  if (typeof file === 'string') return file.replace(/^\uFEFF/, '')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new BundleError([{ path: '', message: 'expected a text file in UTF-8, found other bytes' }])
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const mistake = findJsonMistake(text)
    if (!mistake) throw error
    const { line, column, expected, found } = mistake
    const message = `expected ${expected}, found ${found === '' ? 'the end' : found}`
    throw new BundleError([{ path: `line ${line}, column ${column}`, message: `broken JSON: ${message}` }])
  }
}

const Parts = z.record(z.string(), z.unknown()).catch({})

/**
 * Mistakes that concern several fields. Takes any JSON and ignores values of the wrong type, so that these are reported
 * together with those of single fields.
 */
function crossCheck(json: unknown): Issue[] {
  const { store, products, discounts, customers, reviews, pages, redirects, menus } = Parts.parse(json)
  const { shipping, paymentMethods } = Parts.parse(store)
  const { zones } = Parts.parse(shipping)
  const { header, footer } = Parts.parse(menus)
  return [
    ...checkStore(['store'], store),
    ...checkZones(['store', 'shipping', 'zones'], zones),
    ...checkPaymentMethods(['store', 'paymentMethods'], paymentMethods),
    ...checkProducts(['products'], products),
    ...checkDiscounts(['discounts'], discounts),
    ...checkCustomers(['customers'], customers),
    ...checkReviews(['reviews'], reviews),
    ...checkPages(['pages'], pages),
    ...checkRedirects(['redirects'], redirects),
    ...checkMenu(['menus', 'header'], header),
    ...checkMenu(['menus', 'footer'], footer),
  ]
}
