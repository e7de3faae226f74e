import type { GraphQLSchema } from 'graphql'
import { z } from 'zod'
import type { ProblemCode } from '../../platform/problem.ts'
import { type Deprecated, deprecatedIn } from '../graphql/schema/deprecation-plugin.ts'
import { NEEDS_PASSWORD, needsPassword } from '../graphql/schema/operation-plugin.ts'
import { formTypes } from '../http/form-body.ts'
import { statusOf } from '../http/status.ts'
import { EXAMPLE_ADDRESS_ID, EXAMPLE_CART_ID, EXAMPLE_ORDER_NO, EXAMPLE_PAGE, EXAMPLE_PRODUCT_ID } from './examples.ts'
import { routeOperation } from './execute-route.ts'
import { createNamedSchemas, deprecationHeaders, limitHeaders, refusalRef, sharedComponents } from './openapi-parts.ts'
import { paymentPaths, paymentTags } from './openapi-payments.ts'
import { accessTokenHeader, type Route, type RouteEvents } from './route.ts'

/** A path with a malformed escape is a BAD_USER_INPUT. */
const common: ProblemCode[] = [
  'BAD_USER_INPUT',
  'STORE_NOT_FOUND',
  'RATE_LIMITED',
  'INTERNAL_SERVER_ERROR',
  'UNAVAILABLE',
]
const ofBodies = [413, 415]

/** A route's tag is the second segment of its path. */
const tags: Record<string, string> = {
  store: 'The public details of the store.',
  products: 'The products of the store.',
  suggest: 'Suggestions while typing.',
  categories: 'The categories of the products.',
  pages: 'Pages of the owner, such as terms and an imprint.',
  cart: 'Shopping carts.',
  delivery: 'Where the store delivers, how, and for what fee.',
  quote: 'The price of a cart before checkout.',
  checkout: 'Placing and paying for orders.',
  customer: 'Customer accounts with their addresses and orders.',
  'track-order': 'Tracking an order by its number.',
  orders: 'Following the changes of an order.',
  loyalty: 'Loyalty points and their value.',
  reviews: 'Product reviews.',
  wishlist: 'The wishlists of customers.',
  subscribe: 'The newsletter of the store.',
  chat: 'The chat assistant of the store.',
  unlock: 'Access to password-protected pages.',
  lead: 'Messages to the owner of the store.',
  webhooks: 'Webhook requests from payment providers.',
  sandbox: 'The payment provider for testing with play money.',
}

export interface ReferenceOptions {
  /** `/` means the host that the document came from. */
  server: string
  store: string
  productId: string
}

/** Of the committed document. */
export const asCommitted: ReferenceOptions = { server: '/', store: 'demo', productId: EXAMPLE_PRODUCT_ID }

export function openApiDocument(
  routes: readonly Route[],
  schema: GraphQLSchema,
  { server, store, productId } = asCommitted,
) {
  const schemas = createNamedSchemas()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationObject(route, schemas, {
        store,
        needsPassword: needsPassword(schema, route.operation),
        deprecated: deprecatedIn(schema, route.operation),
        isPublic: routeOperation(schema, route).rule.isPublic === true,
      }),
    }
  }
  Object.assign(paths, paymentPaths(schemas, store))
  const used = [...new Set(routes.map(tagOf))]
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Storefront API',
      version: '1',
      description:
        'The public API of online stores. Every path belongs to one store, named by its subdomain. Prices are in main currency units unless a field says otherwise. The same operations are available in GraphQL at `/api/sites/{subdomain}/graphql`. Errors are `{"error": "…"}`, or problem documents (RFC 9457) for clients that accept `application/problem+json`; their codes are explained at `/errors`.',
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server, description: server === '/' ? 'The server of this document.' : 'This service.' }],
    tags: [...used, ...paymentTags].map((name) => ({ name, description: tags[name] ?? '' })),
    paths,
    components: { schemas: schemas.all(), ...sharedComponents },
  }
  return JSON.parse(JSON.stringify(document).replaceAll(EXAMPLE_PRODUCT_ID, productId)) as typeof document
}

type Schemas = ReturnType<typeof createNamedSchemas>

interface Described {
  store: string
  /** Whether some stores want an access token for it. */
  needsPassword: boolean
  deprecated: Deprecated | null
  /** Whether its answers have an `ETag`. */
  isPublic: boolean
}

/** Its root field, and not only a part of the answer. */
const isDeprecated = (deprecated: Deprecated | null): boolean =>
  deprecated?.elements.some((element) => /^(Query|Mutation|Subscription)\./.test(element)) ?? false

function operationObject(route: Route, schemas: Schemas, { store, needsPassword, deprecated, isPublic }: Described) {
  const name = operationName(route)
  return {
    operationId: name,
    summary: route.summary,
    description: needsPassword ? `${route.description} ${NEEDS_PASSWORD}` : route.description,
    ...(isDeprecated(deprecated) && { deprecated: true }),
    tags: [tagOf(route)],
    security: { none: [], optional: [{}, { customer: [] }], required: [{ customer: [] }] }[route.token],
    parameters: [
      ...pathParameters(route, store),
      ...queryParameters(route, schemas),
      ...headerParameters(needsPassword ? withAccessToken(route) : route, schemas),
    ],
    ...(route.body && {
      requestBody: { required: route.body.required.length > 0, content: bodyContent(route, schemas, name) },
    }),
    responses: {
      200: {
        description: route.page
          ? 'Success. JSON for clients that accept `application/json`, otherwise an HTML page.'
          : 'Success.',
        headers: { ...limitHeaders, ...(deprecated && deprecationHeaders) },
        content: route.events ? eventContent(route, route.events) : answerContent(route, schemas, name),
      },
      ...(route.movedTo && {
        301: { description: 'What is found under an earlier slug has another path now, which is in `Location`.' },
      }),
      ...(isPublic && { 304: { description: 'Not changed since the answer whose `ETag` is in `If-None-Match`.' } }),
      ...Object.fromEntries(refusedStatuses(route, needsPassword).map((status) => [status, refusalRef(status)])),
    },
  }
}

const tagOf = ({ path }: Route): string => path.split('/')[4] ?? ''

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** RestSubmitReview becomes submitReview. */
function operationName({ operation }: Route): string {
  const [definition] = operation.definitions
  const name = definition && 'name' in definition ? (definition.name?.value ?? '') : ''
  return name.replace(/^Rest(.)/, (_, first: string) => first.toLowerCase())
}

const pathMeanings: Record<string, string> = {
  subdomain: 'The subdomain of the store.',
  productId: 'The ID of the product, as in the list of products.',
  idOrSlug: 'The ID or slug of the product, as in the list of products.',
  addressId: 'The ID of the address, as in the list of addresses.',
  cartId: 'The ID of the cart, a secret returned when the cart is created.',
  orderNo: 'The order number.',
  slug: 'The slug of the page, as in the list of pages.',
}

const pathExamples: Record<string, string> = {
  addressId: EXAMPLE_ADDRESS_ID,
  cartId: EXAMPLE_CART_ID,
  orderNo: EXAMPLE_ORDER_NO,
  slug: EXAMPLE_PAGE,
}

/** With a real store and product, for trying out operations. */
const pathParameters = ({ path }: Route, store: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathMeanings[name],
    schema: { type: 'string' },
    example: name === 'subdomain' ? store : (pathExamples[name] ?? EXAMPLE_PRODUCT_ID),
  }))

const queryParameters = ({ query, example }: Route, schemas: Schemas) =>
  parameters('query', query, (example.query ?? {}) as Record<string, unknown>, schemas)

const withAccessToken = ({ headers }: Route) => ({ headers: (headers ?? z.object({})).extend(accessTokenHeader) })

const headerParameters = ({ headers }: Pick<Route, 'headers'>, schemas: Schemas) =>
  parameters('header', headers, {}, schemas)

function parameters(place: string, shape: z.ZodObject | null, examples: Record<string, unknown>, schemas: Schemas) {
  return Object.entries<z.ZodType>(shape?.shape ?? {}).map(([name, field]) => {
    const { description, examples: [first] = [], ...schema } = schemas.inline(field)
    const example = name in examples ? examples[name] : first
    return {
      name,
      in: place,
      required: !field.safeParse(undefined).success,
      description,
      // Clients send an object like this by default.
      ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
      schema,
      ...(example !== undefined && { example }),
    }
  })
}

const refusedStatuses = ({ method, problems, messages, token }: Route, needsPassword: boolean): number[] => {
  const unlocked: ProblemCode[] = needsPassword || token === 'required' ? ['UNAUTHENTICATED'] : []
  const codes = [...common, ...unlocked, ...problems, ...(Object.keys(messages) as ProblemCode[])]
  const statuses = [...codes.map((code) => statusOf[code]), ...(method === 'GET' ? [] : ofBodies)]
  return [...new Set(statuses)].sort((a, b) => a - b)
}

const answerContent = (route: Route, schemas: Schemas, name: string) => ({
  'application/json': {
    schema: schemas.named(`${capitalized(name)}Answer`, route.response),
    example: route.example.answer,
  },
  ...(route.page && pageContent),
})

const eventContent = ({ example }: Route, { name }: RouteEvents) => ({
  'text/event-stream': {
    schema: { type: 'string' },
    example: `id: 2\nevent: ${name}\ndata: ${JSON.stringify(example.answer)}\n\n`,
  },
})

const pageContent = { 'text/html': { schema: { type: 'string' }, example: '<!doctype html>…' } }

function bodyContent({ body, takesForms, example }: Route, schemas: Schemas, name: string) {
  if (!body) return {}
  const schema = schemas.named(`${capitalized(name)}Request`, body.schema)
  const types = ['application/json', ...(takesForms ? formTypes : [])]
  return Object.fromEntries(types.map((type) => [type, { schema, example: example.body }]))
}
