/**
 * How far a call came that failed.
 * - `unsent`: no connection, so the provider has seen nothing of it
 * - `lost`: it may have been carried out, and we do not know
 * - `answered`: the provider gave an answer that is of no use
 */
export type FailureStage = 'unsent' | 'lost' | 'answered'

/** A call to a provider that failed. Its message and cause hold no secret: they are for the log. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly stage: FailureStage

  constructor(stage: FailureStage, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.stage = stage
  }
}

/** What `fetch`, or reading its answer, threw. */
export function transportFailure(error: unknown): ProviderFailure {
  const cause = error instanceof Error ? error.cause : undefined
  return neverConnected(cause)
    ? new ProviderFailure('unsent', 'No connection to the payment provider', cause)
    : new ProviderFailure('lost', 'The connection to the payment provider broke', cause ?? error)
}

/** Name look-ups and connecting come before the first byte of a request; every other error may come after the last. */
function neverConnected(error: unknown): boolean {
  // A host with several addresses was tried at all of them.
  if (error instanceof AggregateError) return error.errors.every(neverConnected)
  if (!(error instanceof Error)) return false
  // Node's system errors and undici's carry these beside the message.
  const { code, syscall }: NodeJS.ErrnoException = error
  return syscall === 'getaddrinfo' || syscall === 'connect' || code === 'UND_ERR_CONNECT_TIMEOUT'
}
