/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** Who buys. */
export type BuyerInput = {
  /** Where to send it, at most 1000 characters. */
  address?: string | null | undefined;
  /** An email address of at most 255 characters. */
  email?: string | null | undefined;
  /** At most 255 characters. */
  name: string;
  /** For the store, at most 500 characters. */
  notes?: string | null | undefined;
  /** At most 50 characters; its last 4 digits track the order. */
  phone: string;
};

/** A product in a cart. */
export type CartItemInput = {
  /** The product’s id. */
  id: string;
  /** How many, 1 to 99; an item outside that is dropped. */
  qty: number;
  /** Which variant, for a product that has some. */
  variant?: Array<VariantOptionInput> | null | undefined;
  /** The same by the variant’s `id`, in place of `variant`. */
  variantId?: string | null | undefined;
};

/** So many of a product. */
export type CartLineInput = {
  /** The product’s id. */
  id: string;
  /** How many, 1 to 99; for `set` also 0, which removes the line. */
  qty: number;
  /** Which variant, for a product that has some. */
  variant?: Array<VariantOptionInput> | null | undefined;
  /** The same by the variant’s `id`, in place of `variant`. */
  variantId?: string | null | undefined;
};

/** A cart to buy. Prices are the store’s, never the client’s. */
export type CheckoutInput = {
  /** Where to send it: an address of the customer’s, in place of `buyer.address`; takes their token. */
  addressId?: string | null | undefined;
  /** Who buys. */
  buyer: BuyerInput;
  /** A cart, in place of `items`: what is in it, with its code and points unless others are given here. Its payment takes out of it what was bought. */
  cartId?: string | null | undefined;
  /** A discount code, in upper or lower case. */
  discountCode?: string | null | undefined;
  /** 1 to 100 items; left out with `cartId`. */
  items?: Array<CartItemInput> | null | undefined;
  /** Points to redeem, as far as they are there and needed; takes a customer’s token. */
  loyaltyPoints?: number | null | undefined;
};

/** What a new cart holds. */
export type NewCartInput = {
  /** A discount code, in upper or lower case; at most 255 characters. */
  discountCode?: string | null | undefined;
  /** At most 100 lines; equal ones are added up. */
  items?: Array<CartLineInput> | null | undefined;
};

/** An option that a variant must have. */
export type OptionFilter = {
  /** Its name as the store writes it, such as size. */
  name: string;
  /** Any of these, as the store writes them, at most 50. */
  values: Array<string>;
};

/** Where an order stands. */
export type OrderStatus =
  /** Called off. */
  | 'CANCELLED'
  /** Paid; the store prepares it. */
  | 'CONFIRMED'
  /** Has arrived. */
  | 'DELIVERED'
  /** Its payment failed. */
  | 'FAILED'
  /** Waits for its payment. */
  | 'PENDING'
  /** On its way. */
  | 'SHIPPED';

/** A cart to price. */
export type QuoteInput = {
  /** A discount code, in upper or lower case. */
  discountCode?: string | null | undefined;
  /** 1 to 100 items. */
  items: Array<CartItemInput>;
  /** Points to redeem; takes a customer’s token. */
  loyaltyPoints?: number | null | undefined;
  /** The guest’s phone: what they hold unpaid from the same address counts as free for them. Limits per customer are left out, whatever it is. */
  phone?: string | null | undefined;
};

/** One choice that makes a variant. */
export type VariantOptionInput = {
  /** What is chosen, such as size. */
  name: string;
  /** What it is to be, such as 250g. */
  value: string;
};

/** What the payment provider’s widget hands to the page. */
export type VerifyPaymentInput = {
  /** The `providerOrderId` of the checkout. */
  providerOrderId: string;
  /** What the provider calls the payment. */
  providerPaymentId: string;
  /** HMAC-SHA256 in hex. */
  providerSignature: string;
};

export type FindTeaQueryVariables = Exact<{
  search: string;
  options: Array<OptionFilter> | OptionFilter;
}>;


export type FindTeaQuery = { products: { total: number, nodes: Array<{ id: string, name: string, priceFrom: number, currency: string, rating: { average: number }, variants: Array<{ id: string, available: boolean, options: Array<{ name: string, value: string }> }> }> } | null };

export type PriceOfCartQueryVariables = Exact<{
  input: QuoteInput;
}>;


export type PriceOfCartQuery = { quote: { currency: string, breakdown: { total: number }, notices: Array<{ message: string }> } | null };

export type FillCartMutationVariables = Exact<{
  input: NewCartInput;
}>;


export type FillCartMutation = { createCart: { id: string, updatedAt: string, items: Array<{ productId: string, variantId: string | null, qty: number, available: boolean }> } | null };

export type CheckOutMutationVariables = Exact<{
  input: CheckoutInput;
}>;


export type CheckOutMutation = { checkout: { orderNo: string, providerOrderId: string, notices: Array<{ message: string }> } | null };

export type VerifyPaymentMutationVariables = Exact<{
  input: VerifyPaymentInput;
}>;


export type VerifyPaymentMutation = { verifyPayment: boolean | null };

export type TrackOrderQueryVariables = Exact<{
  orderNo: string;
  phone: string;
}>;


export type TrackOrderQuery = { trackOrder: { total: number, currency: string, status: OrderStatus, createdAt: string, items: Array<{ name: string, qty: number, options: Array<{ name: string, value: string }> }> } | null };


export const FindTeaDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FindTea"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"options"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"OptionFilter"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"products"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"options"},"value":{"kind":"Variable","name":{"kind":"Name","value":"options"}}},{"kind":"ObjectField","name":{"kind":"Name","value":"available"},"value":{"kind":"BooleanValue","value":true}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"priceFrom"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"rating"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"average"}}]}},{"kind":"Field","name":{"kind":"Name","value":"variants"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FindTeaQuery, FindTeaQueryVariables>;
export const PriceOfCartDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PriceOfCart"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QuoteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"breakdown"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}}]}},{"kind":"Field","name":{"kind":"Name","value":"notices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<PriceOfCartQuery, PriceOfCartQueryVariables>;
export const FillCartDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"FillCart"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NewCartInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createCart"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"productId"}},{"kind":"Field","name":{"kind":"Name","value":"variantId"}},{"kind":"Field","name":{"kind":"Name","value":"qty"}},{"kind":"Field","name":{"kind":"Name","value":"available"}}]}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}}]} as unknown as DocumentNode<FillCartMutation, FillCartMutationVariables>;
export const CheckOutDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CheckOut"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CheckoutInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"checkout"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"orderNo"}},{"kind":"Field","name":{"kind":"Name","value":"providerOrderId"}},{"kind":"Field","name":{"kind":"Name","value":"notices"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CheckOutMutation, CheckOutMutationVariables>;
export const VerifyPaymentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"VerifyPayment"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"VerifyPaymentInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"verifyPayment"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<VerifyPaymentMutation, VerifyPaymentMutationVariables>;
export const TrackOrderDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"TrackOrder"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderNo"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"phone"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackOrder"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderNo"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderNo"}}},{"kind":"Argument","name":{"kind":"Name","value":"phone"},"value":{"kind":"Variable","name":{"kind":"Name","value":"phone"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"items"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"qty"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TrackOrderQuery, TrackOrderQueryVariables>;