import { createRoute, createRouter } from '@tanstack/react-router'
import { doors, place, root } from './doors.tsx'
import { Frame } from './frame/frame.tsx'
import { NotFound } from './frame/not-found.tsx'
import { PageFailure } from './frame/page-failure.tsx'
import { Loading } from './parts/loading.tsx'
import { searchOf } from './search.ts'

const store = createRoute({
  getParentRoute: () => root,
  path: 's/$store',
  component: Frame,
  notFoundComponent: NotFound,
})

const inStore = <Path extends string>(path: Path) => ({ getParentRoute: () => store, path }) as const

/**
 * Each place's script is loaded when it is opened, or when its link is pointed at. Where records are addressed by a code
 * that the owner chooses, the form for a new one has an address that no code can have.
 */
const places = [
  createRoute({
    ...inStore('/'),
    validateSearch: searchOf('period', 'money'),
    component: place(() => import('./today/today-page.tsx')),
  }),
  createRoute({
    ...inStore('become-owner'),
    component: place(() => import('./session/become-owner-page.tsx')),
  }),
  createRoute({
    ...inStore('orders'),
    validateSearch: searchOf(
      'q',
      'status',
      'payment',
      'method',
      'delivery',
      'zone',
      'day',
      'attention',
      'collect',
      'customer',
      'guest',
      'from',
      'until',
      'after',
    ),
    component: place(() => import('./orders/orders-page.tsx')),
  }),
  createRoute({
    ...inStore('slips'),
    validateSearch: searchOf('orders'),
    component: place(() => import('./orders/slips-page.tsx')),
  }),
  createRoute({
    ...inStore('orders/$orderNo'),
    component: place(() => import('./orders/order-page.tsx')),
  }),
  createRoute({
    ...inStore('products'),
    validateSearch: searchOf('q', 'active', 'category', 'stock', 'after'),
    component: place(() => import('./products/products-page.tsx')),
  }),
  createRoute({
    ...inStore('products/new'),
    component: place(() => import('./products/new-product-page.tsx')),
  }),
  createRoute({
    ...inStore('products/import'),
    component: place(() => import('./products/import/import-page.tsx')),
  }),
  createRoute({
    ...inStore('products/import/stock'),
    component: place(() => import('./products/import/stock-import-page.tsx')),
  }),
  createRoute({
    ...inStore('products/pictures'),
    validateSearch: searchOf('used', 'after'),
    component: place(() => import('./products/pictures/pictures-page.tsx')),
  }),
  createRoute({
    ...inStore('products/$id'),
    component: place(() => import('./products/product-page.tsx')),
  }),
  createRoute({
    ...inStore('customers'),
    validateSearch: searchOf('q', 'account', 'after'),
    component: place(() => import('./customers/customers-page.tsx')),
  }),
  createRoute({
    ...inStore('customers/$id'),
    validateSearch: searchOf('after'),
    component: place(() => import('./customers/customer-page.tsx')),
  }),
  createRoute({
    ...inStore('customers/guests/$phone'),
    component: place(() => import('./customers/guest-page.tsx')),
  }),
  createRoute({
    ...inStore('reviews'),
    validateSearch: searchOf('status', 'product', 'after'),
    component: place(() => import('./reviews/reviews-page.tsx')),
  }),
  createRoute({
    ...inStore('discounts'),
    validateSearch: searchOf('q', 'active', 'after'),
    component: place(() => import('./discounts/discounts-page.tsx')),
  }),
  createRoute({
    ...inStore('discounts/$code'),
    component: place(() => import('./discounts/discount-page.tsx')),
  }),
  createRoute({
    ...inStore('discounts/new/discount'),
    component: place(() => import('./discounts/discount-page.tsx')),
  }),
  createRoute({
    ...inStore('delivery'),
    component: place(() => import('./delivery/delivery-page.tsx')),
  }),
  createRoute({
    ...inStore('delivery/$zone'),
    component: place(() => import('./delivery/zone-page.tsx')),
  }),
  createRoute({
    ...inStore('delivery/new/zone'),
    component: place(() => import('./delivery/zone-page.tsx')),
  }),
  createRoute({
    ...inStore('payment-methods'),
    component: place(() => import('./delivery/payment-methods-page.tsx')),
  }),
  createRoute({
    ...inStore('payment-methods/$code'),
    component: place(() => import('./delivery/payment-method-page.tsx')),
  }),
  createRoute({
    ...inStore('payment-methods/new/method'),
    component: place(() => import('./delivery/payment-method-page.tsx')),
  }),
  createRoute({
    ...inStore('try-out'),
    validateSearch: searchOf(
      'lines',
      'code',
      'ahead',
      'country',
      'region',
      'postal',
      'method',
      'payment',
      'customer',
      'points',
      'from',
    ),
    component: place(() => import('./trial/trial-page.tsx')),
  }),
  createRoute({
    ...inStore('pages'),
    component: place(() => import('./pages/pages-page.tsx')),
  }),
  createRoute({
    ...inStore('pages/new'),
    validateSearch: searchOf('template', 'country'),
    component: place(() => import('./pages/page-page.tsx')),
  }),
  createRoute({
    ...inStore('pages/$id'),
    component: place(() => import('./pages/page-page.tsx')),
  }),
  createRoute({
    ...inStore('leads'),
    validateSearch: searchOf('q', 'from', 'until', 'after'),
    component: place(() => import('./contacts/leads-page.tsx')),
  }),
  createRoute({
    ...inStore('subscribers'),
    validateSearch: searchOf('q', 'after'),
    component: place(() => import('./contacts/subscribers-page.tsx')),
  }),
  createRoute({
    ...inStore('settings'),
    component: place(() => import('./settings/settings-page.tsx')),
  }),
  createRoute({
    ...inStore('settings/$section'),
    validateSearch: searchOf('q', 'after', 'webhook', 'status', 'subject', 'id', 'name'),
    component: place(() => import('./settings/section-page.tsx')),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren([...doors, store.addChildren(places)]),
  basepath: '/console',
  defaultPreload: 'intent',
  // Another record starts anew: nothing that was typed, opened or shown for the one before.
  defaultRemountDeps: ({ params }) => params,
  defaultPendingComponent: Loading,
  defaultErrorComponent: PageFailure,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
