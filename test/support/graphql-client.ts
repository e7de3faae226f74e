import { print } from 'graphql'
import { statusOf } from '../../src/api/http/status.ts'
import type { Route } from '../../src/api/rest/route.ts'
import { listCategories } from '../../src/commerce/catalog/catalog.rest.ts'
import { relatedProducts } from '../../src/commerce/catalog/page/product-page.rest.ts'
import { createCart, deleteCart, updateCart } from '../../src/commerce/checkout/cart/cart.rest.ts'
import * as account from '../../src/commerce/customers/account/account.rest.ts'
import * as addresses from '../../src/commerce/customers/addresses/addresses.rest.ts'
import { me } from '../../src/commerce/customers/customers.rest.ts'
import { submitLead } from '../../src/commerce/leads/leads.rest.ts'
import { loyalty } from '../../src/commerce/loyalty/loyalty.rest.ts'
import { subscribe } from '../../src/commerce/newsletter/newsletter.rest.ts'
import { cancelOrder } from '../../src/commerce/orders/orders.rest.ts'
import { deleteMe, myData } from '../../src/commerce/privacy/privacy.rest.ts'
import { submitReview } from '../../src/commerce/reviews/reviews.rest.ts'
import { store } from '../../src/commerce/stores/store.rest.ts'
import { addToWishlist, removeFromWishlist } from '../../src/commerce/wishlist/wishlist.rest.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import type { ProblemCode } from '../../src/platform/problem.ts'
import { type Caller, graphql, type Outcome } from './call.ts'
import type { StorefrontClient } from './client.ts'
import {
  breakdown,
  cart,
  graphqlItem,
  inLowerCase,
  inUpperCase,
  listed,
  nextOf,
  notices,
  optionsOf,
  order,
  page,
  prices,
  restCart,
  withNotices,
} from './graphql-shapes.ts'
import type { Shop } from './shop.ts'

/**
 * Answers are brought into the shape of REST, so that one expectation serves both: by the routes themselves, but for
 * documents written by hand, which check the routes of what is sold and paid, and of who may.
 */
export function graphqlClient(shop: Shop, subdomain: string): StorefrontClient {
  async function call(
    query: string,
    variables: object,
    caller: Caller | undefined,
    shape: (data: any) => unknown,
  ): Promise<Outcome> {
    const { body } = await graphql(shop, subdomain, query, variables, caller)
    const [error] = body.errors ?? []
    if (!error) return { data: shape(body.data) }
    const { code, retryAfter } = error.extensions as { code: ProblemCode; retryAfter?: number }
    return { status: statusOf[code], error: error.message, ...(retryAfter && { retryAfter }) }
  }
  /** Sends the route's operation; where it finds nothing, the data are as GraphQL has them. */
  const run = (route: Route, caller: Caller | undefined, { params = {}, body = {} } = {}) =>
    call(print(route.operation), route.variables({ params, query: {}, body }), caller, (data) =>
      // The store is read for the page of an order's events alone.
      Object.values(data).includes(null) ? data : route.toResponse(data, {} as Store),
    )
  return {
    products: (args = {}, caller) =>
      call(
        `query ($category: String) { products(category: $category) { nodes { ${listed} } total ${page} } }`,
        args,
        caller,
        ({ products: { nodes, total, pageInfo } }) => ({ products: nodes, next: nextOf(pageInfo), total }),
      ),
    product: (idOrSlug, caller) =>
      call(
        `query ($idOrSlug: String!) { product(idOrSlug: $idOrSlug) {
          ${listed} available variants { id options { name value } price sale_price: salePrice available
            picture { url alt width height thumbhash variants { url width } } }
          media { url alt width height thumbhash variants { width url } } attributes { name value } seo { title description } } }`,
        { idOrSlug },
        caller,
        ({ product }) => ({
          product: product && {
            ...product,
            variants: product.variants.map((one: any) => ({ ...one, options: optionsOf(one.options) })),
          },
        }),
      ),
    related: (idOrSlug, caller) => run(relatedProducts, caller, { params: { idOrSlug } }),
    categories: (caller) => run(listCategories, caller),
    store: (caller) => run(store, caller),
    reviews: (productId, caller) =>
      call(
        `query ($productId: ID!) { product(id: $productId) {
          reviews { nodes { id reviewer_name: reviewerName rating title body verified created_at: createdAt } ${page} }
          reviewSummary { count average } } }`,
        { productId },
        caller,
        ({ product }) => ({
          reviews: product?.reviews.nodes ?? [],
          next: product ? nextOf(product.reviews.pageInfo) : null,
          ...(product?.reviewSummary ?? { count: 0, average: 0 }),
        }),
      ),
    submitReview: (productId, body, caller) => run(submitReview, caller, { params: { productId }, body }),
    signUp: (input, caller) =>
      call(
        `mutation ($input: SignUpInput!) { signUp(input: $input) {
          token customer { name phone email address referral_code: referralCode } } }`,
        { input },
        caller,
        ({ signUp }) => signUp,
      ),
    logIn: (input, caller) =>
      call(
        'mutation ($input: LogInInput!) { logIn(input: $input) { token customer { name phone email address } } }',
        { input },
        caller,
        ({ logIn }) => logIn,
      ),
    me: (caller) => run(me, caller),
    updateMe: (body, caller) => run(account.updateMe, caller, { body }),
    changePassword: (body, caller) => run(account.changePassword, caller, { body }),
    forgotPassword: (phone, caller) => run(account.forgotPassword, caller, { body: { phone } }),
    resetPassword: (body, caller) => run(account.resetPassword, caller, { body }),
    confirmEmail: (code, caller) => run(account.confirmEmail, caller, { body: { code } }),
    logOut: (caller) => run(account.logOut, caller),
    logOutEverywhere: (caller) => run(account.logOutEverywhere, caller),
    myData: (caller) => run(myData, caller),
    deleteMe: (password, caller) => run(deleteMe, caller, { body: { password } }),
    addresses: (caller) => run(addresses.listAddresses, caller),
    addAddress: (body, caller) => run(addresses.addAddress, caller, { body }),
    updateAddress: (addressId, body, caller) => run(addresses.updateAddress, caller, { params: { addressId }, body }),
    removeAddress: (addressId, caller) => run(addresses.removeAddress, caller, { params: { addressId } }),
    orders: (caller) =>
      call(`{ me { orders { nodes { ${order} } ${page} } } }`, {}, caller, ({ me: { orders } }) => ({
        ...{ orders: orders.nodes.map(inLowerCase), next: nextOf(orders.pageInfo) },
      })),
    createCart: (body = {}, caller) => run(createCart, caller, { body }),
    cart: (id, caller) =>
      call(`query ($id: ID!) { cart(id: $id) { ${cart} } }`, { id }, caller, ({ cart }) => ({ cart: restCart(cart) })),
    updateCart: (cartId, body, caller) => run(updateCart, caller, { params: { cartId }, body }),
    deleteCart: (cartId, caller) => run(deleteCart, caller, { params: { cartId } }),
    // A quote does not ask who buys.
    quote: ({ buyer: _, ...input }: any, caller) =>
      call(
        `query ($input: QuoteInput!) { quote(input: $input) { currency ${breakdown} ${notices} } }`,
        { input: { ...input, items: input.items?.map(graphqlItem) } },
        caller,
        ({ quote }) => withNotices(quote),
      ),
    checkout: (input: any, caller) =>
      call(
        `mutation ($input: CheckoutInput!) { checkout(input: $input) {
          orderId orderNo providerOrderId amount currency keyId businessName
          ${breakdown} ${notices} payment { method name instructions fee due } } }`,
        { input: { ...input, items: input.items?.map(graphqlItem) } },
        caller,
        ({ checkout: { payment, ...rest } }) => withNotices({ ...rest, ...(payment && { payment }) }),
      ),
    verify: (input: any, caller) =>
      call(
        'mutation ($input: VerifyPaymentInput!) { verifyPayment(input: $input) }',
        {
          input: {
            providerOrderId: input.provider_order_id,
            providerPaymentId: input.provider_payment_id,
            providerSignature: input.provider_signature,
          },
        },
        caller,
        ({ verifyPayment }) => ({ success: verifyPayment }),
      ),
    trackOrder: (input, caller) =>
      call(
        `query ($orderNo: String!, $phone: String!) { trackOrder(orderNo: $orderNo, phone: $phone) {
          ${order} buyer_name: buyerName updated_at: updatedAt } store { name } }`,
        input,
        caller,
        ({ trackOrder, store }) => ({ order: inLowerCase(trackOrder), businessName: store.name }),
      ),
    cancelOrder: (orderNo, caller) => run(cancelOrder, caller, { params: { orderNo } }),
    loyalty: (caller) => run(loyalty, caller),
    submitLead: (body: any, caller) => run(submitLead, caller, { body }),
    wishlist: (caller) =>
      call(
        `{ me { wishlist { nodes { id name slug ${prices} currency images rating { average count } } ${page} } } }`,
        {},
        caller,
        ({ me: { wishlist } }) => ({ wishlist: wishlist.nodes, next: nextOf(wishlist.pageInfo) }),
      ),
    addToWishlist: (productId, caller) => run(addToWishlist, caller, { params: { productId } }),
    removeFromWishlist: (productId, caller) => run(removeFromWishlist, caller, { params: { productId } }),
    subscribe: (body, caller) => run(subscribe, caller, { body }),
    // The route maps only what its rules have let through.
    chat: ({ message, history }, caller) =>
      call(
        'mutation ($input: ChatInput!) { chat(input: $input) { reply } }',
        { input: { message, history: Array.isArray(history) ? history.map(inUpperCase) : history } },
        caller,
        ({ chat }) => chat,
      ),
    unlock: (password, caller) =>
      call(
        'mutation ($password: String!) { unlock(password: $password) { access_token: accessToken } }',
        { password },
        caller,
        ({ unlock }) => ({ success: true, ...unlock }),
      ),
  }
}
