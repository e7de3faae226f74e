import { z } from 'zod'
import { checkProducts } from '../catalog/product-checks.ts'
import { checkCustomers } from '../customers/customer-checks.ts'
import { checkDiscounts } from '../discounts/discount-checks.ts'
import type { Issue } from '../platform/input/issues.ts'
import { checkReviews } from '../reviews/review-checks.ts'
import { checkStore } from '../stores/store-checks.ts'

const Parts = z.record(z.string(), z.unknown()).catch({})

/**
 * What no single field can tell: keys that repeat, sale prices above prices, moments in the wrong order.
 * Takes any JSON and looks past what has the wrong type, so that these mistakes are told together with the others.
 */
export function crossCheck(json: unknown): Issue[] {
  const { store, products, discounts, customers, reviews } = Parts.parse(json)
  return [
    ...checkStore(['store'], store),
    ...checkProducts(['products'], products),
    ...checkDiscounts(['discounts'], discounts),
    ...checkCustomers(['customers'], customers),
    ...checkReviews(['reviews'], reviews),
  ]
}
