import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLError, GraphQLSchema } from 'graphql'
import { createYoga } from 'graphql-yoga'
import type { Context } from '../gateway/context.ts'
import { graphQLErrorOf, problemOfGraphQLError } from '../gateway/present-problem.ts'
import type { LimitName } from '../gateway/rate-limit-policy.ts'
import { Problem } from '../platform/problem.ts'
import { createFruitlessRequests } from './fruitless-requests.ts'
import { type Graphiql, graphiqlPage, wantsPage } from './graphiql.ts'
import { documentCaches, documentLimits } from './graphql-limits.ts'
import { setLimitHeaders } from './limit-headers.ts'
import { type Refusal, refusalOf } from './refusal.ts'

export interface GraphQLOptions {
  schema: GraphQLSchema
  paths: readonly string[]
  /** What a browser gets; null hides it, and the schema with it. */
  graphiql: Graphiql | null
  /** The budget for what documents cost. */
  budget: LimitName
  /** Bytes of a request's body; the server's limit without it. */
  bodyLimit?: number
  /** Counts somebody who looks at the page. Throws when there was too much of it. */
  admitVisitor: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Asked before the body is read: what it throws spares reading it. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>
}

/** Serves GraphQL over HTTP at the paths, by Yoga. */
export async function graphqlPlugin(
  app: FastifyInstance,
  { schema, paths, graphiql, budget, bodyLimit, admitVisitor, contextOf }: GraphQLOptions,
): Promise<void> {
  const introspection = graphiql !== null
  const contexts = new WeakMap<FastifyRequest, Context>()
  const fruitless = createFruitlessRequests()
  const yoga = createYoga<{ storefront: Context }, Context>({
    schema,
    context: ({ storefront }) => storefront,
    graphqlEndpoint: '*/graphql',
    graphiql: false,
    landingPage: false,
    cors: false,
    batching: false,
    parserAndValidationCache: documentCaches(),
    logging: false,
    // Every error is made presentable in one place, those of documents that do not validate too.
    maskedErrors: false,
    plugins: [
      ...documentLimits({ introspection, budget }),
      {
        onResultProcess({ result, setResult }) {
          if (!('errors' in result) || !result.errors) return
          setResult({ ...result, errors: result.errors.map((error) => presentable(error, app.log, introspection)) })
        },
      },
    ],
  })

  // Yoga reads the body itself; here it is only made sure of that it is JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      JSON.parse(body.toString())
      done(null, body)
    } catch (cause) {
      done(new Problem('BAD_USER_INPUT', 'Invalid JSON', { cause }))
    }
  })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    if (graphiql && wantsPage(request)) return graphiqlPage(reply, request, graphiql)
    const storefront = contexts.get(request)
    if (!storefront) throw new Error('A GraphQL request ran without its context')
    const { method, headers, body } = request
    if (method === 'GET') checkQueryString(request.url)
    const response = await yoga.fetch(
      `http://gateway${request.url}`,
      {
        method,
        // Fastify has read a body that it took for JSON, however the header spells that; Yoga is particular.
        headers: { ...(headers as Record<string, string>), ...(typeof body === 'string' && JSON_BODY) },
        ...(typeof body === 'string' && { body }),
      },
      { storefront },
    )
    await fruitless.count(storefront)
    setLimitHeaders(reply, storefront)
    reply.header('Cache-Control', 'no-store')
    for (const [name, value] of response.headers) reply.header(name, value)
    const answer = Buffer.from(await response.arrayBuffer())
    if (response.status >= 400 && answer.length === 0) {
      const message = silentRefusals[response.status] ?? 'Malformed request'
      return refuse(reply, { status: response.status, code: 'BAD_USER_INPUT', message })
    }
    return reply.status(response.status).send(answer)
  }

  for (const url of paths) {
    app.route({
      method: ['GET', 'POST'],
      url,
      ...(bodyLimit && { bodyLimit }),
      async onRequest(request, reply) {
        if (graphiql && wantsPage(request)) return admitVisitor(request, reply)
        const storefront = await contextOf(request, reply)
        contexts.set(request, storefront)
        fruitless.refuse(storefront)
      },
      handler: answer,
      async errorHandler(error, request, reply) {
        const storefront = contexts.get(request)
        const told = storefront ? await fruitless.count(storefront).catch((refusal: unknown) => refusal) : null
        if (storefront) setLimitHeaders(reply, storefront)
        return refuse(reply, refusalOf(told ?? error, request.log))
      },
    })
  }
}

/** Yoga takes for granted that these parameters are JSON objects. @throws Problem BAD_USER_INPUT */
function checkQueryString(url: string): void {
  const { searchParams } = new URL(url, 'http://gateway')
  for (const name of ['variables', 'extensions']) {
    const text = searchParams.get(name)
    if (text && !isJsonObject(text)) throw new Problem('BAD_USER_INPUT', `${name} must be a JSON object`)
  }
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && !Array.isArray(value)
  } catch {
    return false
  }
}

const JSON_BODY = { 'content-type': 'application/json' }

/** What Yoga refuses without a word. */
const silentRefusals: Record<number, string> = {
  405: 'Mutations are sent by POST',
  406: 'Accept must allow application/json or application/graphql-response+json',
  415: 'Unsupported media type',
}

/** Answers with an error in GraphQL's shape. */
function refuse(reply: FastifyReply, { status, code, message, retryAfter }: Refusal): FastifyReply {
  if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send({ errors: [{ message, extensions: { code, ...(retryAfter && { retryAfter }) } }] })
}

/** An error as the client may see it, with its code. What is wrong with the document itself keeps Yoga's HTTP status. */
function presentable(error: GraphQLError, log: FastifyInstance['log'], suggestions: boolean): GraphQLError {
  const shown = graphQLErrorOf(problemOfGraphQLError(error, log), error)
  // They would tell the schema, name by name, where introspection does not.
  if (!suggestions) shown.message = shown.message.replace(/ Did you mean .*\?$/, '')
  const { http } = error.extensions
  if (http && !error.originalError) shown.extensions.http = http
  return shown
}
