import { statusOf } from '../../src/http/status.ts'
import type { ProblemCode } from '../../src/platform/problem.ts'
import { graphql } from './call.ts'
import type { StorefrontClient } from './client.ts'
import { type GraphqlCall, graphqlAccounts } from './graphql-accounts.ts'
import {
  breakdown,
  cart,
  graphqlItem,
  graphqlItems,
  inLowerCase,
  inUpperCase,
  listed,
  nextOf,
  notices,
  order,
  page,
  prices,
  restCart,
  review,
  withNotices,
} from './graphql-shapes.ts'
import type { Shop } from './shop.ts'

/** Answers are brought into the shape of REST, so that one expectation serves both. */
export function graphqlClient(shop: Shop, subdomain: string): StorefrontClient {
  const call: GraphqlCall = async (query, variables, caller, shape) => {
    const { body } = await graphql(shop, subdomain, query, variables, caller)
    const [error] = body.errors ?? []
    if (!error) return { data: shape(body.data) }
    const { code, retryAfter } = error.extensions as { code: ProblemCode; retryAfter?: number }
    return { status: statusOf[code], error: error.message, ...(retryAfter && { retryAfter }) }
  }
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
          ${listed} available variants { id options { name value } price sale_price: salePrice available }
          media { url alt width height } attributes { name value } seo { title description } } }`,
        { idOrSlug },
        caller,
        ({ product }) => ({
          product: product && {
            ...product,
            variants: product.variants.map((variant: any) => ({
              ...variant,
              options: Object.fromEntries(variant.options.map(({ name, value }: any) => [name, value])),
            })),
          },
        }),
      ),
    related: (idOrSlug, caller) =>
      call(
        `query ($idOrSlug: String!) { product(idOrSlug: $idOrSlug) { related { ${listed} } } }`,
        { idOrSlug },
        caller,
        ({ product }) => ({ products: product?.related ?? null }),
      ),
    categories: (caller) => call('{ categories { name count image } }', {}, caller, (data) => data),
    store: (caller) =>
      call(
        `{ store { subdomain name currency tax { rate inclusive } shipping { fee free_from: freeFrom }
          loyalty { enabled earn_rate: earnRate redeem_rate: redeemRate } storefront_url: storefrontUrl
          cancellable_minutes: cancellableMinutes chat_enabled: chatEnabled protected protection unlocked } }`,
        {},
        caller,
        ({ store }) => ({ store: store && { ...store, protection: store.protection?.toLowerCase() ?? null } }),
      ),
    reviews: (productId, caller) =>
      call(
        `query ($productId: ID!) { product(id: $productId) { reviews { nodes { ${review} } ${page} } reviewSummary { count average } } }`,
        { productId },
        caller,
        ({ product }) => ({
          reviews: product?.reviews.nodes ?? [],
          next: product ? nextOf(product.reviews.pageInfo) : null,
          ...(product?.reviewSummary ?? { count: 0, average: 0 }),
        }),
      ),
    submitReview: (productId, input, caller) =>
      call(
        `mutation ($productId: ID!, $input: ReviewInput!) {
          submitReview(productId: $productId, input: $input) { id created_at: createdAt verified } }`,
        { productId, input },
        caller,
        ({ submitReview }) => ({ success: true, ...submitReview }),
      ),
    ...graphqlAccounts(call),
    orders: (caller) =>
      call(`{ me { orders { nodes { ${order} } ${page} } } }`, {}, caller, ({ me: { orders } }) => ({
        ...{ orders: orders.nodes.map(inLowerCase), next: nextOf(orders.pageInfo) },
      })),
    createCart: (input: any = {}, caller) =>
      call(
        `mutation ($input: NewCartInput) { createCart(input: $input) { ${cart} } }`,
        { input: { ...input, items: input.items?.map(graphqlItem) } },
        caller,
        ({ createCart }) => ({ cart: restCart(createCart) }),
      ),
    cart: (id, caller) =>
      call(`query ($id: ID!) { cart(id: $id) { ${cart} } }`, { id }, caller, ({ cart }) => ({ cart: restCart(cart) })),
    updateCart: (id, input: any, caller) =>
      call(
        `mutation ($id: ID!, $input: CartInput!) { updateCart(id: $id, input: $input) { ${cart} } }`,
        { id, input: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, graphqlItems(value)])) },
        caller,
        ({ updateCart }) => ({ cart: restCart(updateCart) }),
      ),
    deleteCart: (id, caller) =>
      call('mutation ($id: ID!) { deleteCart(id: $id) }', { id }, caller, ({ deleteCart }) => ({
        success: deleteCart,
      })),
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
          ${breakdown} ${notices} } }`,
        { input: { ...input, items: input.items?.map(graphqlItem) } },
        caller,
        ({ checkout }) => withNotices(checkout),
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
    cancelOrder: (orderNo, caller) =>
      call(
        `mutation ($orderNo: String!) { cancelOrder(orderNo: $orderNo) { ${order} } }`,
        { orderNo },
        caller,
        ({ cancelOrder }) => ({ order: inLowerCase(cancelOrder) }),
      ),
    loyalty: (caller) =>
      call(
        '{ me { loyalty { enabled earn_rate: earnRate redeem_rate: redeemRate points } } }',
        {},
        caller,
        ({ me }) => me.loyalty,
      ),
    submitLead: (input, caller) =>
      call(
        'mutation ($input: LeadInput!) { submitLead(input: $input) { success message } }',
        { input },
        caller,
        ({ submitLead }) => submitLead,
      ),
    wishlist: (caller) =>
      call(
        `{ me { wishlist { nodes { id name slug ${prices} currency images rating { average count } } ${page} } } }`,
        {},
        caller,
        ({ me: { wishlist } }) => ({ wishlist: wishlist.nodes, next: nextOf(wishlist.pageInfo) }),
      ),
    addToWishlist: (productId, caller) =>
      call(
        'mutation ($productId: ID!) { addToWishlist(productId: $productId) }',
        { productId },
        caller,
        ({ addToWishlist }) => ({ success: addToWishlist }),
      ),
    removeFromWishlist: (productId, caller) =>
      call(
        'mutation ($productId: ID!) { removeFromWishlist(productId: $productId) }',
        { productId },
        caller,
        ({ removeFromWishlist }) => ({ success: removeFromWishlist }),
      ),
    subscribe: (input, caller) =>
      call('mutation ($input: SubscribeInput!) { subscribe(input: $input) }', { input }, caller, ({ subscribe }) => ({
        success: subscribe,
      })),
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
