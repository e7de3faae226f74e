import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemCode } from '../../../../platform/problem.ts'
import type { ShopOptions } from '../serve-pages.ts'
import type { Asking, ShownPage } from './shown-page.ts'

/** One personal page, asked for by its address. */
export class PersonalEndpoint {
  readonly #shown: ShownPage
  readonly #options: ShopOptions
  readonly #asking = new WeakMap<FastifyRequest, Asking>()

  constructor(shown: ShownPage, options: ShopOptions) {
    this.#shown = shown
    this.#options = options
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { visitor, tokens } = this.#options.visitorOf(request)
    const context = await this.#options.contextOf(request, tokens)
    this.#asking.set(request, { context, visitor, tokens })
    await this.#shown.operation.admit(context, reply)
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asking = this.#asking.get(request)
    if (!asking) throw new Error('A page was made without its context')
    return this.#shown.show(request, reply, asking)
  }

  get isPage(): boolean {
    const { isFragment, file } = this.#shown.page
    return !isFragment && !file
  }

  noteFailure = (code: ProblemCode): void => this.#shown.operation.meter.failed(code)
}
