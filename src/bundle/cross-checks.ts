import { z } from 'zod'
import { checkProducts } from '../catalog/change/product-checks.ts'
import { checkCustomers } from '../customers/customer-format.ts'
import { checkDiscounts } from '../discounts/discount-format.ts'
import type { Issue } from '../platform/input/issues.ts'
import { checkReviews } from '../reviews/review-format.ts'
import { checkStore } from '../stores/store-checks.ts'

const Parts = z.record(z.string(), z.unknown()).catch({})

/**
 * Finds mistakes that concern several fields: repeated keys, sale prices above prices, times in the wrong order. It
 * takes any JSON and ignores values of the wrong type, so that these mistakes can be reported together with those of
 * single fields.
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
