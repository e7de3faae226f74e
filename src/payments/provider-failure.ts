/** `unsent`: nothing was received. `lost`: the provider may have acted. `answered`: the answer was unusable. */
type FailureStage = 'unsent' | 'lost' | 'answered'

export interface ProviderRefusal {
  /** One line, without secrets. */
  refused: string
  /** Refused because of the account's keys. */
  isUnauthorized: boolean
  /** Refused because of amount or currency. */
  isAboutAmount: boolean
}

export const isRefusal = <Answer extends object>(answer: Answer | ProviderRefusal): answer is ProviderRefusal =>
  'refused' in answer

/** Message and cause are safe to log. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly stage: FailureStage
  /** Null unless the provider refused the request. */
  readonly refusal: ProviderRefusal | null

  constructor(stage: FailureStage, message: string, cause?: unknown, refusal: ProviderRefusal | null = null) {
    super(message, cause === undefined ? undefined : { cause })
    this.stage = stage
    this.refusal = refusal
  }
}

/** From `fetch`, or from reading its answer. */
export function transportFailure(error: unknown): ProviderFailure {
  const cause = error instanceof Error ? error.cause : undefined
  return neverConnected(cause)
    ? new ProviderFailure('unsent', 'No connection to the payment provider', cause)
    : new ProviderFailure('lost', 'The connection to the payment provider broke', cause ?? error)
}

/** Look-up and connection fail before a byte is sent; after other errors the provider may have the whole request. */
function neverConnected(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(neverConnected)
  if (!(error instanceof Error)) return false
  // Errors of Node and undici have these fields.
  const { code, syscall }: NodeJS.ErrnoException = error
  return syscall === 'getaddrinfo' || syscall === 'connect' || code === 'UND_ERR_CONNECT_TIMEOUT'
}
