import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { signUp } from '../../../src/commerce/customers/account/sign-up.ts'
import { retryJob } from '../../../src/commerce/owners/failed-jobs.ts'
import { createOwnerKey } from '../../../src/commerce/owners/owner-key.ts'
import { approveReview } from '../../../src/commerce/reviews/moderate-review.ts'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { createContext } from '../../../src/process/request-context.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore()
const $transaction = () =>
  Promise.reject(
    new Prisma.PrismaClientKnownRequestError('Unable to start a transaction in the given time.', {
      code: 'P2028',
      clientVersion: '7',
    }),
  )
/** With a database of which no connection is free in time for a transaction. */
const services = {
  ...shop.services,
  db: { ...shop.services.db, prisma: Object.create(shop.database.prisma, { $transaction: { value: $transaction } }) },
}

it.each<[string, () => Promise<unknown>]>([
  ['signUp', () => signUp(contextAt(), { name: 'Asha', phone: '9876543210', password: 'secret1' })],
  ['approveReview', () => approveReview({ services, store }, randomUUID())],
  ['createKey', () => createOwnerKey(services, store.id, 'till')],
  ['retryJob', () => retryJob({ services, store }, randomUUID())],
])('%s says that the service is busy when no connection is free in time', async (_, call) => {
  await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 })
})

const contextAt = () =>
  createContext(services, {
    ...{ store, authorization: undefined, idempotencyKey: undefined, accessToken: undefined },
    ...{ ip: '203.0.113.1', requestId: 'busy' },
  })
