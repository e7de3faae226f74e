import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../../api/context.ts'
import { isFromOwnPage } from '../../../../api/http/own-page.ts'
import { type Refusal, refusalOf } from '../../../../api/http/refusal.ts'
import { Problem, type ProblemCode } from '../../../../platform/problem.ts'
import { type PageOperation, pageOperation } from '../page-operation.ts'
import type { ShopOptions } from '../serve-pages.ts'
import { viewOf } from '../view-of.ts'
import type { Form, Sent } from './form.ts'
import { forgetting, isLoggedOut, loggedOut } from './lost.ts'
import type { Fields } from './personal-page.ts'
import { type Asking, remember, type ShownPage, sendToLogIn } from './shown-page.ts'
import { sealTyped } from './typed.ts'

/** How often, and how long between, a form asks for the answer of its first sending. */
const REPETITIONS = 20
const PAUSE_MS = 500

/** One form. Its methods stand in the order in which a request meets them. */
export class FormEndpoint {
  readonly #form: Form
  readonly #options: ShopOptions
  readonly #page: ShownPage | undefined
  readonly #operation: PageOperation
  readonly #followed: PageOperation | undefined
  readonly #asking = new WeakMap<FastifyRequest, Asking>()
  /** Those above a limit, which the form's page says beside what was typed: that has to be read first. */
  readonly #refused = new WeakMap<FastifyRequest, Problem>()

  /** @param page the form's own */
  constructor(form: Form, page: ShownPage | undefined, options: ShopOptions) {
    this.#form = form
    this.#options = options
    this.#page = page
    this.#operation = pageOperation(form.operation, options)
    this.#followed = form.followUp && pageOperation(form.followUp.operation, options)
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { visitor, tokens } = this.#options.visitorOf(request)
    const context = await this.#options.contextOf(request, tokens)
    // Before anything is counted: other sites must not use up what their visitors may do here.
    if (!isFromOwnPage(request.headers, context.baseUrl))
      throw new Problem('FORBIDDEN', 'This form was sent from another site', { reason: 'FOREIGN_SITE' })
    this.#asking.set(request, { context, visitor, tokens })
    await this.#operation.admit(context, reply).catch((error: unknown) => {
      if (!this.#page || !isTooMuch(error)) throw error
      this.#refused.set(request, error)
    })
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asking = this.#asking.get(request)
    if (!asking) throw new Error('A form was taken without its context')
    const fields = textsOf(request.body)
    const carried = this.#form.afterLogIn?.(fields)
    if (this.#form.needsCustomer && !asking.visitor.isLoggedIn)
      return sendToLogIn(request, reply, asking.context, carried)
    try {
      const refused = this.#refused.get(request)
      if (refused) throw refused
      return await this.#send(request, reply, asking, fields)
    } catch (error) {
      if (this.#form.needsCustomer && error instanceof Problem && isLoggedOut(error)) {
        remember(reply, asking.context, asking.visitor, loggedOut)
        return sendToLogIn(request, reply, asking.context, carried)
      }
      if (!this.#page || !isForShopper(error)) throw error
      const refusal = refusalOf(error, request.log)
      this.noteFailure(refusal.code)
      return this.#showAgain(request, reply, asking, this.#form.shownRefused?.(error, fields) ?? fields, refusal)
    }
  }

  /** @throws Problem */
  async #send(request: FastifyRequest, reply: FastifyReply, asking: Asking, fields: Fields): Promise<FastifyReply> {
    const form = this.#form
    const { context, visitor } = asking
    let data: object
    try {
      data = await this.#run(request, asking, fields)
    } catch (error) {
      const less = forgetting(error, asking)
      if (!less || form.needsCustomer) throw error
      remember(reply, context, visitor, less.change)
      return this.#send(request, reply, { ...less, context: await this.#contextAgain(request, less, null) }, fields)
    }
    // From here on the mutation is done: whatever fails must not send it again.
    this.#operation.meter.answered += 1
    const sent = this.#sent(request, asking, fields)
    const change = form.remember?.(data, sent) ?? {}
    if (form.keepsTyped) remember(reply, context, visitor, { typed: sealTyped(context, visitor.cartId, fields) })
    remember(reply, context, visitor, change)
    if (change.customer) await this.#followUp(request, asking, fields, change.customer.token)
    const next = form.next?.(data, sent) ?? null
    if (next !== null) return reply.header('Cache-Control', 'no-store').redirect(viewOf(request, context).at(next), 303)
    return this.#showAgain(request, reply, asking, form.shown?.(data, sent) ?? fields, null)
  }

  /** The page that follows shows whether it was done: a log-in does not fail with it. */
  async #followUp(request: FastifyRequest, { tokens }: Asking, fields: Fields, customer: string): Promise<void> {
    const variables = this.#form.followUp?.variables(fields)
    if (!variables || !this.#followed) return
    const context = await this.#contextAgain(request, { tokens: { ...tokens, customer } }, null)
    await this.#followed
      .run(variables, context)
      .catch((err: unknown) => request.log.warn({ err }, 'Not done after a log-in'))
  }

  /** A form that is sent twice waits for the answer of the first time. @throws Problem */
  async #run(request: FastifyRequest, asking: Asking, fields: Fields): Promise<object> {
    const { visitor } = asking
    const sent = this.#sent(request, asking, fields)
    const mistakes = this.#form.check?.(sent) ?? []
    const [first] = mistakes
    if (first) throw new Problem('BAD_USER_INPUT', first.message, { mistakes })
    const variables = this.#form.variables(sent)
    if (!this.#form.isIdempotent) {
      const data = await this.#operation.run(variables, asking.context)
      const undo = this.#form.undo?.(data, sent)
      if (!undo) return data
      await this.#operation.run(undo.variables, await this.#contextAgain(request, asking, null))
      throw new Problem('BAD_USER_INPUT', undo.mistake.message, { mistakes: [undo.mistake] })
    }
    const key = keyOf(request.url, visitor.cartId, fields)
    for (let repetitions = 0; ; repetitions += 1) {
      const context = await this.#contextAgain(request, asking, key)
      try {
        return await this.#operation.run(variables, context)
      } catch (error) {
        if (repetitions === REPETITIONS || !isRunning(error)) throw error
        await setTimeout(PAUSE_MS)
      }
    }
  }

  #sent = ({ params, url, originalUrl }: FastifyRequest, { context, visitor }: Asking, fields: Fields): Sent => ({
    ...{ params, fields, visitor },
    home: viewOf({ params, url, originalUrl }, context).country,
  })

  /** Counted once already. */
  async #contextAgain(
    request: FastifyRequest,
    { tokens }: Pick<Asking, 'tokens'>,
    key: string | null,
  ): Promise<Context> {
    const context = await this.#options.contextOf(request, tokens, key ?? undefined)
    context.admitted = true
    return context
  }

  async #showAgain(
    request: FastifyRequest,
    reply: FastifyReply,
    { visitor, tokens }: Asking,
    fields: Fields,
    refusal: Refusal | null,
  ): Promise<FastifyReply> {
    if (!this.#page) throw new Error(`A form has neither a page nor a next one: ${this.#form.path}`)
    const context = await this.#options.contextOf(request, tokens)
    return this.#page.show(request, reply, { context, visitor, tokens, fields, refusal })
  }

  noteFailure = (code: ProblemCode): void => this.#operation.meter.failed(code)
}

/** Refusals for a form that the shopper can change, or send again. */
const isForShopper = (error: unknown): error is Problem =>
  error instanceof Problem && error.code !== 'STORE_NOT_FOUND' && error.reason !== 'STORE_LOCKED'

const isTooMuch = (error: unknown): error is Problem => error instanceof Problem && error.code === 'RATE_LIMITED'

const isRunning = (error: unknown): boolean => error instanceof Problem && error.reason === 'STILL_RUNNING'

const keyOf = (...parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** `acceptForms` gives texts alone. */
function textsOf(body: unknown): Fields {
  const entries = Object.entries(body ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(entries)
}
