import type { Context } from '../../../api/context.ts'
import type { Customer } from '../../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../../platform/database/errors/key-violation.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import { typedCrockford } from '../../../platform/text/crockford.ts'
import { claimCart } from '../../carts/adopt-cart.ts'
import { signUpInput } from '../customer-input.ts'
import { awardReferral, referralCode } from '../points/award-referral.ts'
import { openSession, type Session } from './session.ts'
import { askToConfirm } from './update-me.ts'

const phoneTaken = () =>
  new Problem('BAD_USER_INPUT', 'An account with this phone already exists. Please log in instead.', {
    field: 'phone',
    reason: 'PHONE_TAKEN',
  })

/** Unknown referral codes and other customers' carts are ignored. @throws Problem BAD_USER_INPUT */
export async function signUp(context: Context, input: unknown): Promise<Session> {
  const { services, store } = context
  const { password, refCode, cartId, ...details } = parseInput(signUpInput, input)
  const phone = { storeId: store.id, phone: details.phone }
  // Checked first, because hashing costs far more; the unique key decides between parallel sign-ups.
  if (await services.db.prisma.customer.findFirst({ where: phone, select: { id: true } })) throw phoneTaken()

  const passwordHash = await services.passwords.hash(password)
  return openSession(context, await createCustomer(context, { ...details, passwordHash }, { refCode, cartId }))
}

type Details = Pick<Customer, 'name' | 'phone' | 'passwordHash'> & {
  email?: string | undefined
  address?: string | undefined
}

interface Brought {
  refCode: string | undefined
  cartId: string | undefined
}

async function createCustomer(context: Context, details: Details, { refCode, cartId }: Brought): Promise<Customer> {
  const { services, store } = context
  try {
    return await inTransaction(services.db.prisma, async (tx) => {
      const referrer = refCode
        ? await tx.customer.findUnique({
            where: { storeId_referralCode: { storeId: store.id, referralCode: typedCrockford(refCode) } },
          })
        : null
      const customer = await tx.customer.create({
        data: {
          ...details,
          email: details.email ?? null,
          address: details.address ?? null,
          storeId: store.id,
          referralCode: referralCode(),
          referredById: referrer?.id ?? null,
          createdAt: services.clock(),
        },
      })
      if (customer.email !== null) await askToConfirm(context, tx, customer)
      if (referrer) await awardReferral(context, tx, referrer, customer)
      if (cartId !== undefined) {
        await claimCart(tx, store.id, { customerId: customer.id, cartId, now: services.clock() })
      }
      return customer
    })
  } catch (error) {
    if (isUniqueViolation(error, 'phone')) throw phoneTaken()
    throw error
  }
}
