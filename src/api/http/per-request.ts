import type { FastifyRequest } from 'fastify'

/** What a hook has found for the handler of the same request. */
export interface PerRequest<Value> {
  set(request: FastifyRequest, value: Value): void
  /** @throws Error when the hook has not run, which is a bug */
  get(request: FastifyRequest): Value
}

export function perRequest<Value extends object>(): PerRequest<Value> {
  const values = new WeakMap<FastifyRequest, Value>()
  return {
    set: (request, value) => void values.set(request, value),
    get(request) {
      const value = values.get(request)
      if (!value) throw new Error(`A hook of ${request.routeOptions.url} has not run`)
      return value
    },
  }
}
