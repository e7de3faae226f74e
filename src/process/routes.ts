import type { Route } from '../api/rest/route.ts'
import * as access from '../commerce/access/access.rest.ts'
import * as catalog from '../commerce/catalog/catalog.rest.ts'
import * as productPage from '../commerce/catalog/page/product-page.rest.ts'
import * as suggestions from '../commerce/catalog/search/suggest.rest.ts'
import * as chat from '../commerce/chat/chat.rest.ts'
import * as cart from '../commerce/checkout/cart/cart.rest.ts'
import * as checkout from '../commerce/checkout/checkout.rest.ts'
import * as delivery from '../commerce/checkout/delivery/delivery.rest.ts'
import * as quote from '../commerce/checkout/quote.rest.ts'
import * as account from '../commerce/customers/account/account.rest.ts'
import * as addresses from '../commerce/customers/addresses/addresses.rest.ts'
import * as customers from '../commerce/customers/customers.rest.ts'
import * as leads from '../commerce/leads/leads.rest.ts'
import * as loyalty from '../commerce/loyalty/loyalty.rest.ts'
import * as newsletter from '../commerce/newsletter/newsletter.rest.ts'
import * as orders from '../commerce/orders/orders.rest.ts'
import * as pages from '../commerce/pages/pages.rest.ts'
import * as privacy from '../commerce/privacy/privacy.rest.ts'
import * as reviews from '../commerce/reviews/reviews.rest.ts'
import * as settlement from '../commerce/settlement/settlement.rest.ts'
import * as store from '../commerce/stores/store.rest.ts'
import * as wishlist from '../commerce/wishlist/wishlist.rest.ts'

export const routes: readonly Route[] = [
  store.store,
  catalog.listProducts,
  productPage.getProduct,
  productPage.relatedProducts,
  suggestions.suggest,
  catalog.listCategories,
  pages.listPages,
  pages.getPage,
  cart.createCart,
  cart.getCart,
  cart.updateCart,
  cart.deleteCart,
  delivery.delivery,
  quote.quote,
  checkout.checkout,
  settlement.verifyPayment,
  customers.signUp,
  customers.logIn,
  customers.me,
  account.updateMe,
  privacy.deleteMe,
  privacy.myData,
  account.changePassword,
  account.forgotPassword,
  account.resetPassword,
  account.confirmEmail,
  account.logOut,
  account.logOutEverywhere,
  addresses.listAddresses,
  addresses.addAddress,
  addresses.updateAddress,
  addresses.removeAddress,
  orders.listOrders,
  orders.cancelOrder,
  orders.trackOrder,
  orders.followOrder,
  loyalty.loyalty,
  reviews.listReviews,
  reviews.submitReview,
  wishlist.listWishlist,
  wishlist.addToWishlist,
  wishlist.removeFromWishlist,
  newsletter.subscribe,
  chat.chat,
  access.unlock,
  leads.submitLead,
]
