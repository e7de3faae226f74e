import { adoptCart } from '../../carts/adopt-cart.ts'
import type { Customer } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { logInInput } from '../customer-input.ts'
import { countingGuesses } from './password-guesses.ts'
import { openSession, type Session } from './session.ts'

/**
 * Logs a customer in; a cart that comes with it becomes theirs.
 * @throws Problem BAD_USER_INPUT, UNAUTHENTICATED, RATE_LIMITED, UNAVAILABLE
 */
export async function logIn(context: Context, input: unknown): Promise<Session> {
  const { services, store } = context
  const { phone, password, cartId } = parseInput(logInInput, input)
  const customer = await countingGuesses(context, phone, () => findByPassword(context, phone, password))
  if (!customer) throw new Problem('UNAUTHENTICATED', 'Invalid phone or password')
  await adoptCart({ services, store, customerId: customer.id, cartId })
  return openSession(context, customer)
}

/** Null when the customer does not exist or the password is wrong. @throws Problem UNAVAILABLE */
async function findByPassword({ services, store }: Context, phone: string, password: string): Promise<Customer | null> {
  const customer = await services.db.prisma.customer.findFirst({ where: { storeId: store.id, phone } })
  return (await services.passwords.verify(password, customer?.passwordHash ?? null)) ? customer : null
}
