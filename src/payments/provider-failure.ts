/**
 * How far a failed call got.
 * - `unsent`: there was no connection, so the provider has received nothing
 * - `lost`: the provider may have carried it out, and we do not know
 * - `answered`: the provider gave an unusable answer
 */
type FailureStage = 'unsent' | 'lost' | 'answered'

/** The provider has received the request and will not carry it out. */
export interface ProviderRefusal {
  /** The provider's reason in one line, without secrets. */
  refused: string
  /** Whether it has refused the account's keys, whatever they ask for. */
  isUnauthorized: boolean
  /** Whether it has refused the amount or the currency. */
  isAboutAmount: boolean
}

export const isRefusal = <Answer extends object>(answer: Answer | ProviderRefusal): answer is ProviderRefusal =>
  'refused' in answer

/** A failed call to a provider. Its message and cause are for the log and hold no secrets. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly stage: FailureStage
  /** What the provider said when it refused the request, which it then has not carried out; null for any other failure. */
  readonly refusal: ProviderRefusal | null

  constructor(stage: FailureStage, message: string, cause?: unknown, refusal: ProviderRefusal | null = null) {
    super(message, cause === undefined ? undefined : { cause })
    this.stage = stage
    this.refusal = refusal
  }
}

/** Converts an error of `fetch`, or of reading its answer. */
export function transportFailure(error: unknown): ProviderFailure {
  const cause = error instanceof Error ? error.cause : undefined
  return neverConnected(cause)
    ? new ProviderFailure('unsent', 'No connection to the payment provider', cause)
    : new ProviderFailure('lost', 'The connection to the payment provider broke', cause ?? error)
}

/**
 * Whether the error came from the name look-up or from connecting. These happen before any byte of the request is sent;
 * after any other error the provider may have the whole request.
 */
function neverConnected(error: unknown): boolean {
  // Node tried all addresses of the host.
  if (error instanceof AggregateError) return error.errors.every(neverConnected)
  if (!(error instanceof Error)) return false
  // Node's system errors and undici's errors have these fields.
  const { code, syscall }: NodeJS.ErrnoException = error
  return syscall === 'getaddrinfo' || syscall === 'connect' || code === 'UND_ERR_CONNECT_TIMEOUT'
}
