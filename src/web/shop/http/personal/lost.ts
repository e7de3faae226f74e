import { Problem } from '../../../../platform/problem.ts'
import type { Visitor, VisitorChange, VisitorTokens } from './visitor.ts'

interface Known {
  visitor: Visitor
  tokens: VisitorTokens
}

/** A session may have been ended because the device is somebody else's now. */
export const loggedOut = { customer: null, orders: null } as const satisfies VisitorChange

/** The visitor without a token or a cart that is no longer valid; null when the error has another reason. */
export function forgetting(error: unknown, { visitor, tokens }: Known): (Known & { change: VisitorChange }) | null {
  if (!(error instanceof Problem)) return null
  if (isCartLost(error) && visitor.cartId !== null)
    return {
      visitor: { ...visitor, cartId: null, hasLostCart: true },
      tokens,
      // It may be that of a customer whose session has ended, and is there again once they log in.
      change: visitor.isLoggedIn ? { cartId: null } : {},
    }
  if (isLoggedOut(error) && visitor.isLoggedIn) {
    return {
      visitor: { ...visitor, isLoggedIn: false, phone: null, orders: [] },
      tokens: { ...tokens, customer: undefined },
      change: loggedOut,
    }
  }
  return null
}

const isCartLost = ({ reason }: Problem): boolean => reason === 'CART_NOT_FOUND'

export const isLoggedOut = ({ reason }: Problem): boolean => reason === 'LOGIN_REQUIRED'
