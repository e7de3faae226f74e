import type { IconName } from '../parts/icons.tsx'
import type { Scope } from '../session/store-context.tsx'
import type { Waiting } from './waiting.ts'

export interface Place {
  to:
    | '/s/$store'
    | '/s/$store/orders'
    | '/s/$store/products'
    | '/s/$store/customers'
    | '/s/$store/reviews'
    | '/s/$store/discounts'
    | '/s/$store/delivery'
    | '/s/$store/payment-methods'
    | '/s/$store/pages'
    | '/s/$store/leads'
    | '/s/$store/subscribers'
    | '/s/$store/settings'
  name: string
  icon: IconName
  /** Null is for every key. */
  scope: Scope | null
  /** Stands in the bar at the bottom of a phone; the others are behind "More". */
  isFirst?: true
  /** Whose number stands beside it. */
  waitsFor?: keyof Waiting
}

/** In the order of the navigation. */
export const places: readonly Place[] = [
  { to: '/s/$store', name: 'Today', icon: 'today', scope: null, isFirst: true },
  { to: '/s/$store/orders', name: 'Orders', icon: 'orders', scope: 'orders', isFirst: true, waitsFor: 'toShip' },
  { to: '/s/$store/products', name: 'Products', icon: 'products', scope: 'catalogue', isFirst: true },
  { to: '/s/$store/customers', name: 'Customers', icon: 'customers', scope: 'customers' },
  {
    to: '/s/$store/reviews',
    name: 'Reviews',
    icon: 'reviews',
    scope: 'catalogue',
    isFirst: true,
    waitsFor: 'reviews',
  },
  { to: '/s/$store/discounts', name: 'Discounts', icon: 'discounts', scope: 'marketing' },
  { to: '/s/$store/delivery', name: 'Delivery', icon: 'delivery', scope: 'settings' },
  { to: '/s/$store/payment-methods', name: 'Payment methods', icon: 'payments', scope: 'settings' },
  { to: '/s/$store/pages', name: 'Pages', icon: 'pages', scope: 'settings' },
  { to: '/s/$store/leads', name: 'Leads', icon: 'contacts', scope: 'customers' },
  { to: '/s/$store/subscribers', name: 'Subscribers', icon: 'newsletter', scope: 'marketing' },
  { to: '/s/$store/settings', name: 'Settings', icon: 'settings', scope: 'settings' },
]
