import type { FastifyReply, FastifyRequest } from 'fastify'
import { h } from 'preact'
import type { Context } from '../../graphql/context.ts'
import { Problem, type ProblemCode } from '../../platform/problem.ts'
import { cookieHeader } from './cookies.ts'
import { renderShell } from './document.tsx'
import type { Form } from './form.ts'
import { type PageOperation, pageOperation } from './page-operation.ts'
import type { ShopOptions } from './serve-pages.ts'
import { viewOf } from './view-of.ts'

/** One form. Its methods stand in the order in which a request meets them. */
export class FormEndpoint {
  readonly #form: Form
  readonly #options: ShopOptions
  readonly #operation: PageOperation
  readonly #contexts = new WeakMap<FastifyRequest, Context>()

  constructor(form: Form, options: ShopOptions) {
    this.#form = form
    this.#options = options
    this.#operation = pageOperation(form.operation, options)
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const context = await this.#options.contextOf(request)
    this.#contexts.set(request, context)
    await this.#operation.admit(context, reply)
    if (!isOwnForm(request, context)) throw new Problem('FORBIDDEN', 'This form was sent from another site')
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const context = this.#contexts.get(request)
    if (!context) throw new Error('A form was taken without its context')
    const { variables, title, View, cookie } = this.#form
    const fields = textsOf(request.body)
    const data = await this.#operation.run(variables({ params: request.params, fields }), context)
    this.#operation.meter.answered += 1
    const view = viewOf(request, context)
    if (cookie) {
      reply.header('Set-Cookie', cookieHeader(cookie(data), context.store.subdomain, context.baseUrl))
      return reply.header('Cache-Control', 'no-store').redirect(view.base, 303)
    }
    const { html, headers } = renderShell({
      view,
      assets: this.#options.assets(),
      head: { title, description: '', canonical: view.base, isIndexed: false },
      accent: context.store.accentColor,
      children: h(View, { data }),
    })
    return reply
      .headers({ ...headers, 'Cache-Control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(html)
  }

  noteFailure = (code: ProblemCode): void => this.#operation.meter.failed(code)
}

/** Browsers say where a form comes from; without that it is refused. */
function isOwnForm({ headers }: FastifyRequest, { baseUrl }: Context): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin !== undefined && headers.origin === baseUrl
}

/** `acceptForms` gives texts alone. */
function textsOf(body: unknown): Record<string, string> {
  const entries = Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries)
}
