import { z } from 'zod'
import { formTypes } from '../http/form-body.ts'
import type { ProblemCode } from '../platform/problem.ts'
import type { Route } from './route.ts'
import { statusOf } from './status.ts'

/** Every route can answer these. */
const common: ProblemCode[] = ['STORE_NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_SERVER_ERROR']

const meanings: Record<number, string> = {
  400: 'The request is not as it must be.',
  401: 'The customer token is missing or not good here.',
  403: 'The store does not allow this.',
  404: 'There is no such store, or no such thing in it.',
  409: 'Another request is in the way.',
  429: 'A limit is reached. `Retry-After` says when to come back.',
  500: 'An error of the service.',
  502: 'A service behind this one failed.',
  503: 'Not available now.',
}

/** The REST interface as an OpenAPI 3.1 document. */
export function openApiDocument(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationObject(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Storefront API',
      version: '1',
      description:
        'The public API of online stores. Every path belongs to one store, named by its subdomain. Prices are in main currency units unless a field says otherwise. The same operations are there in GraphQL at `/api/sites/{subdomain}/graphql`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      securitySchemes: { customer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Error: {
          type: 'object',
          properties: { error: { type: 'string', description: 'What went wrong, for people.' } },
          required: ['error'],
        },
      },
    },
  }
}

function operationObject(route: Route) {
  const security = { none: [], optional: [{}, { customer: [] }], required: [{ customer: [] }] }[route.token]
  return {
    operationId: operationName(route),
    summary: route.summary,
    tags: [route.path.split('/')[4] ?? ''],
    security,
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.body && { requestBody: { required: route.body.required.length > 0, content: bodyContent(route) } }),
    responses: {
      200: {
        description: route.page
          ? 'Done. JSON for whoever accepts `application/json`, else a page for people.'
          : 'Done.',
        content: { ...jsonContent(jsonSchema(route.response)), ...(route.page && pageContent) },
      },
      ...Object.fromEntries(errorStatuses(route).map((status) => [status, errorResponse(status)])),
    },
  }
}

/** The name of the GraphQL operation without its prefix: RestSubmitReview is submitReview. */
function operationName({ operation }: Route): string {
  const [definition] = operation.definitions
  const name = definition && 'name' in definition ? (definition.name?.value ?? '') : ''
  return name.replace(/^Rest(.)/, (_, first: string) => first.toLowerCase())
}

const pathParameters = ({ path }: Route) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

function queryParameters({ query }: Route) {
  return Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { description, ...schema } = jsonSchema(field as z.ZodType)
    return { name, in: 'query', required: false, description, schema }
  })
}

const errorStatuses = ({ problems, messages }: Route): number[] => {
  const codes = [...common, ...problems, ...(Object.keys(messages) as ProblemCode[])]
  return [...new Set(codes.map((code) => statusOf[code]))].sort((a, b) => a - b)
}

const errorResponse = (status: number) => ({
  description: meanings[status],
  content: jsonContent({ $ref: '#/components/schemas/Error' }),
})

const pageContent = { 'text/html': { schema: { type: 'string' } } }

function bodyContent({ body, takesForms }: Route) {
  if (!body) return {}
  const schema = jsonSchema(body.schema)
  const types = ['application/json', ...(takesForms ? formTypes : [])]
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}

const jsonContent = (schema: object) => ({ 'application/json': { schema } })

/** Keys beyond the named ones are allowed: clients may send more, and answers may grow. */
function jsonSchema(schema: z.ZodType) {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}
