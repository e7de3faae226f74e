/* eslint-disable */
import * as types from './graphql.js';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query FindTea($search: String!, $options: [OptionFilter!]!) {\n  products(search: $search, filter: { options: $options, available: true }, first: 5) {\n    total\n    nodes { id name priceFrom currency rating { average } variants { id options { name value } available } }\n  }\n}": typeof types.FindTeaDocument,
    "query PriceOfCart($input: QuoteInput!) {\n  quote(input: $input) { currency breakdown { total } notices { message } }\n}": typeof types.PriceOfCartDocument,
    "mutation FillCart($input: NewCartInput!) {\n  createCart(input: $input) { id items { productId variantId qty available } updatedAt }\n}": typeof types.FillCartDocument,
    "mutation CheckOut($input: CheckoutInput!) {\n  checkout(input: $input) { orderNo providerOrderId notices { message } }\n}": typeof types.CheckOutDocument,
    "mutation VerifyPayment($input: VerifyPaymentInput!) { verifyPayment(input: $input) }": typeof types.VerifyPaymentDocument,
    "query TrackOrder($orderNo: String!, $phone: String!) {\n  trackOrder(orderNo: $orderNo, phone: $phone) { total currency status createdAt items { name qty options { name value } } }\n}": typeof types.TrackOrderDocument,
};
const documents: Documents = {
    "query FindTea($search: String!, $options: [OptionFilter!]!) {\n  products(search: $search, filter: { options: $options, available: true }, first: 5) {\n    total\n    nodes { id name priceFrom currency rating { average } variants { id options { name value } available } }\n  }\n}": types.FindTeaDocument,
    "query PriceOfCart($input: QuoteInput!) {\n  quote(input: $input) { currency breakdown { total } notices { message } }\n}": types.PriceOfCartDocument,
    "mutation FillCart($input: NewCartInput!) {\n  createCart(input: $input) { id items { productId variantId qty available } updatedAt }\n}": types.FillCartDocument,
    "mutation CheckOut($input: CheckoutInput!) {\n  checkout(input: $input) { orderNo providerOrderId notices { message } }\n}": types.CheckOutDocument,
    "mutation VerifyPayment($input: VerifyPaymentInput!) { verifyPayment(input: $input) }": types.VerifyPaymentDocument,
    "query TrackOrder($orderNo: String!, $phone: String!) {\n  trackOrder(orderNo: $orderNo, phone: $phone) { total currency status createdAt items { name qty options { name value } } }\n}": types.TrackOrderDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query FindTea($search: String!, $options: [OptionFilter!]!) {\n  products(search: $search, filter: { options: $options, available: true }, first: 5) {\n    total\n    nodes { id name priceFrom currency rating { average } variants { id options { name value } available } }\n  }\n}"): (typeof documents)["query FindTea($search: String!, $options: [OptionFilter!]!) {\n  products(search: $search, filter: { options: $options, available: true }, first: 5) {\n    total\n    nodes { id name priceFrom currency rating { average } variants { id options { name value } available } }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query PriceOfCart($input: QuoteInput!) {\n  quote(input: $input) { currency breakdown { total } notices { message } }\n}"): (typeof documents)["query PriceOfCart($input: QuoteInput!) {\n  quote(input: $input) { currency breakdown { total } notices { message } }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation FillCart($input: NewCartInput!) {\n  createCart(input: $input) { id items { productId variantId qty available } updatedAt }\n}"): (typeof documents)["mutation FillCart($input: NewCartInput!) {\n  createCart(input: $input) { id items { productId variantId qty available } updatedAt }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation CheckOut($input: CheckoutInput!) {\n  checkout(input: $input) { orderNo providerOrderId notices { message } }\n}"): (typeof documents)["mutation CheckOut($input: CheckoutInput!) {\n  checkout(input: $input) { orderNo providerOrderId notices { message } }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "mutation VerifyPayment($input: VerifyPaymentInput!) { verifyPayment(input: $input) }"): (typeof documents)["mutation VerifyPayment($input: VerifyPaymentInput!) { verifyPayment(input: $input) }"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TrackOrder($orderNo: String!, $phone: String!) {\n  trackOrder(orderNo: $orderNo, phone: $phone) { total currency status createdAt items { name qty options { name value } } }\n}"): (typeof documents)["query TrackOrder($orderNo: String!, $phone: String!) {\n  trackOrder(orderNo: $orderNo, phone: $phone) { total currency status createdAt items { name qty options { name value } } }\n}"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;