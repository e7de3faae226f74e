import * as access from './access/access.rest.ts'
import * as catalog from './catalog/catalog.rest.ts'
import * as productPage from './catalog/page/product-page.rest.ts'
import * as suggestions from './catalog/search/suggest.rest.ts'
import * as chat from './chat/chat.rest.ts'
import * as cart from './checkout/cart/cart.rest.ts'
import * as checkout from './checkout/checkout.rest.ts'
import * as delivery from './checkout/delivery/delivery.rest.ts'
import * as quote from './checkout/quote.rest.ts'
import * as account from './customers/account/account.rest.ts'
import * as addresses from './customers/addresses/addresses.rest.ts'
import * as customers from './customers/customers.rest.ts'
import * as leads from './leads/leads.rest.ts'
import * as loyalty from './loyalty/loyalty.rest.ts'
import * as newsletter from './newsletter/newsletter.rest.ts'
import * as orders from './orders/orders.rest.ts'
import * as privacy from './privacy/privacy.rest.ts'
import type { Route } from './rest/route.ts'
import * as reviews from './reviews/reviews.rest.ts'
import * as settlement from './settlement/settlement.rest.ts'
import * as store from './stores/store.rest.ts'
import * as wishlist from './wishlist/wishlist.rest.ts'

export const routes: readonly Route[] = [
  store.store,
  catalog.listProducts,
  productPage.getProduct,
  productPage.relatedProducts,
  suggestions.suggest,
  catalog.listCategories,
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
