import type { Context } from '../../../api/context.ts'
import type { Customer } from '../../../generated/prisma/client.ts'
import { expired } from '../../../platform/database/retention.ts'
import { parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import { adoptCart } from '../../carts/adopt-cart.ts'
import { logInInput } from '../customer-input.ts'
import type { Viewer } from '../customers.sql.ts'
import { getAuthentication, getViewer } from './find-viewer.ts'
import { countingGuesses } from './password-guesses.ts'

export interface Session {
  /** For `Authorization: Bearer`, 30 days, this store only. */
  token: string
  customer: Viewer
}

export async function openSession(
  { services, store }: Context,
  customer: Viewer & Pick<Customer, 'tokenVersion'>,
): Promise<Session> {
  return { customer, token: await services.tokens.issue(store.id, customer.id, customer.tokenVersion) }
}

/** Adopts the cart. @throws Problem BAD_USER_INPUT, UNAUTHENTICATED, RATE_LIMITED, UNAVAILABLE */
export async function logIn(context: Context, input: unknown): Promise<Session> {
  const { services, store } = context
  const { phone, password, cartId } = parseInput(logInInput, input)
  const customer = await countingGuesses(context, phone, () => findByPassword(context, phone, password))
  if (!customer) throw new Problem('UNAUTHENTICATED', 'Invalid phone or password', { reason: 'WRONG_LOGIN' })
  await adoptCart({ services, store, customerId: customer.id, cartId })
  return openSession(context, customer)
}

/** Null for an unknown phone or a wrong password. @throws Problem UNAVAILABLE */
async function findByPassword({ services, store }: Context, phone: string, password: string): Promise<Customer | null> {
  const customer = await services.db.prisma.customer.findFirst({ where: { storeId: store.id, phone } })
  return (await services.passwords.verify(password, customer?.passwordHash ?? null)) ? customer : null
}

export const endedTokenRetention = expired('ended_tokens')

/** Revokes the request's token. @throws Problem UNAUTHENTICATED */
export async function logOut(context: Context): Promise<true> {
  const { services, store } = context
  const { token } = await getAuthentication(context, 'Not logged in')
  const expiresAt = new Date(token.expiresAt * 1000)
  await services.db.prisma.endedToken.createMany({
    data: [{ storeId: store.id, tokenId: token.id, expiresAt }],
    skipDuplicates: true,
  })
  return true
}

/** @throws Problem UNAUTHENTICATED */
export async function logOutEverywhere(context: Context): Promise<true> {
  const { services, store } = context
  const { id } = await getViewer(context, 'Not logged in')
  await services.db.prisma.customer.updateMany({
    where: { storeId: store.id, id },
    data: { tokenVersion: { increment: 1 }, sparedTokenId: null },
  })
  return true
}
