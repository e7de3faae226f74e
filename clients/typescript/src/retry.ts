import type { StorefrontError } from './error.ts'
import type { OperationName } from './operations.ts'

/**
 * Operations that may run twice without doing more than once, beside those that only read. A cart that nobody knows is
 * deleted after 30 days; a checkout has its Idempotency-Key.
 */
const repeatable: OperationName[] = [
  'createCart',
  'deleteCart',
  'quote',
  'checkout',
  'verifyPayment',
  'logIn',
  'updateMe',
  'logOut',
  'logOutEverywhere',
  'updateAddress',
  'removeAddress',
  'trackOrder',
  'addToWishlist',
  'removeFromWishlist',
  'unlock',
]

/** Whether an operation whose answer was lost may be sent again. */
export function mayRepeat(name: OperationName, method: string, input: object): boolean {
  if (name !== 'updateCart') return method === 'GET' || repeatable.includes(name)
  const { add, remove } = input as { add?: unknown; remove?: { qty?: number }[] } // of updateCart
  return !add && !remove?.some(({ qty }) => qty)
}

/** Whether the failure is one that passes. A refusal for the rate has done nothing yet, whatever the operation is. */
export function isPassing({ status, code }: StorefrontError, isRepeatable: boolean): boolean {
  if (code === 'RATE_LIMITED') return true
  return isRepeatable && (code === 'NO_ANSWER' || (status >= 502 && code !== 'PAYMENTS_NOT_CONFIGURED'))
}

/** Whether an earlier attempt, whose answer was lost, has done what this one was refused for. */
export const isDone = (name: OperationName, method: string, { code }: StorefrontError): boolean =>
  name.startsWith('logOut') ? code === 'UNAUTHENTICATED' : method === 'DELETE' && code === 'NOT_FOUND'

/** Whether an earlier attempt at the same checkout still runs. */
export const isRunning = ({ reason }: StorefrontError): boolean => reason === 'STILL_RUNNING'

/** Milliseconds: doubled with each attempt up to 20 s, a random half of it. */
export const backoff = (attempt: number): number => Math.min(20_000, 300 * 2 ** attempt) * (0.5 + Math.random() / 2)

/** A signal that is aborted when either is. */
export const either = (one: AbortSignal | undefined, other: AbortSignal): AbortSignal =>
  one ? AbortSignal.any([one, other]) : other

/** @throws the signal's reason */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
  })
}

/** 128 random bits in hex. Pages over plain http have no `crypto.randomUUID`. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
