import { ExchangeFailure } from '../../platform/network/exchange.ts'

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

export function transportFailure(error: unknown): ProviderFailure {
  if (!(error instanceof ExchangeFailure)) return new ProviderFailure('lost', 'The request failed', error)
  const { stage, status, cause } = error
  if (stage === 'endless') return new ProviderFailure('answered', `The payment provider answered ${status} and no end`)
  return stage === 'unsent'
    ? new ProviderFailure('unsent', 'No connection to the payment provider', cause)
    : new ProviderFailure('lost', 'The connection to the payment provider broke', cause)
}
