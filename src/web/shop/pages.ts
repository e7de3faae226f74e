import { account } from './account/account.personal.tsx'
import { addAddress, deleteAddress, makeDefault, updateAddress } from './account/addresses/addresses.forms.ts'
import { addresses } from './account/addresses/addresses.personal.tsx'
import { newAddress, oneAddress } from './account/addresses/one-address.personal.tsx'
import { changePassword, changeProfile, confirmAgain, deleteAccount } from './account/details/details.forms.ts'
import { password } from './account/details/password.personal.tsx'
import { myData, privacy } from './account/details/privacy.personal.tsx'
import { profile } from './account/details/profile.personal.tsx'
import { accountOrder } from './account/orders/account-order.personal.tsx'
import { orders } from './account/orders/orders.personal.tsx'
import { forgotPasswordPage } from './account/session/forgot-password.personal.tsx'
import { logInPage } from './account/session/log-in.personal.tsx'
import { forgotPassword, logIn, logOut, signUp } from './account/session/session.forms.ts'
import { signUpPage } from './account/session/sign-up.personal.tsx'
import { wish } from './account/wishlist/wishlist.forms.ts'
import { wishlist } from './account/wishlist/wishlist.personal.tsx'
import { addToCart, changeCode, changeLine, changePoints } from './cart/cart.forms.ts'
import { cart } from './cart/cart.personal.tsx'
import { mine } from './cart/mine.personal.tsx'
import { category } from './catalogue/category.page.tsx'
import { home } from './catalogue/home.page.tsx'
import { newsletter } from './catalogue/newsletter.forms.ts'
import { product } from './catalogue/product.page.tsx'
import { search } from './catalogue/search.page.tsx'
import { sitemap, sitemapPart } from './catalogue/sitemap.page.tsx'
import { thanks } from './catalogue/thanks.page.tsx'
import { unlock } from './catalogue/unlock.forms.ts'
import { keepTyped, placeOrder, updateCheckout } from './checkout/checkout.forms.ts'
import { checkout } from './checkout/checkout.personal.tsx'
import { chat } from './contact/chat.personal.tsx'
import { ask, sendMessage } from './contact/contact.forms.ts'
import { contact } from './contact/contact.personal.tsx'
import { delivery } from './delivery/delivery.personal.tsx'
import { setPlace } from './delivery/place.forms.ts'
import type { Page } from './http/page.ts'
import type { Form } from './http/personal/form.ts'
import type { PersonalPage } from './http/personal/personal-page.ts'
import { order } from './orders/order.personal.tsx'
import { cancelOrder, trackOrder } from './orders/orders.forms.ts'
import { pay } from './orders/pay.personal.tsx'
import { track } from './orders/track.personal.tsx'
import { ownPage } from './own/own-page.page.tsx'
import { openPreview } from './preview/preview.forms.ts'
import { preview } from './preview/preview.personal.tsx'
import { sendReview } from './reviews/review.forms.ts'
import { review } from './reviews/review.personal.tsx'

export const pages: readonly Page[] = [home, search, category, product, sitemap, sitemapPart, thanks, ownPage]

export const personalPages: readonly PersonalPage[] = [
  ...[cart, delivery, mine, checkout, pay, order, track],
  ...[review, contact, chat, preview],
  ...[logInPage, signUpPage, forgotPasswordPage],
  ...[account, orders, accountOrder, wishlist, addresses, newAddress, oneAddress, profile, password, privacy, myData],
]

export const forms: readonly Form[] = [
  ...[newsletter, unlock, openPreview],
  ...[addToCart, changeLine, changeCode, changePoints, setPlace],
  ...[updateCheckout, keepTyped, placeOrder, trackOrder, cancelOrder],
  ...[logIn, signUp, logOut, forgotPassword],
  ...[wish, sendReview, sendMessage, ask],
  ...[addAddress, updateAddress, makeDefault, deleteAddress],
  ...[changeProfile, confirmAgain, changePassword, deleteAccount],
]
