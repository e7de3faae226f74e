import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { OrderMails } from '../../src/commerce/mails/mail-name.ts'
import { newUuid } from '../../src/platform/uuid.ts'
import type { Deed } from '../checkout/crash-harness.ts'
import { type Crashes, openCrashes } from '../checkout/crashes.ts'
import { noPatience } from '../support/chance.ts'
import { headerOf, type MailServer, openMailServer } from '../support/mail-server.ts'
import { needs } from '../support/needs.ts'

const NOON = '2026-06-01T12:00:00Z'
/** More than two mails have. */
const MOST_STEPS = 20

let mails: MailServer
let crashes: Crashes
beforeAll(async () => {
  mails = await openMailServer()
  crashes = await openCrashes('http://127.0.0.1:9')
})
afterAll(async () => {
  await crashes.close()
  await mails.close()
})

async function survive(deed: Deed): Promise<unknown> {
  const { prisma } = await crashes.database()
  // As the queue does, it tries again: the COMMIT that a process sent before it died may arrive meanwhile.
  return vi.waitFor(async () => {
    // Longer than what a process that has died had claimed.
    await prisma.$executeRaw`UPDATE order_mails SET claimed_until = now() WHERE store_id = ${deed.storeId}::uuid`
    return crashes.survive(deed)
  }, 10_000)
}

async function confirmedOrder(name: string): Promise<OrderMails> {
  const { prisma } = await crashes.database()
  const ownerEmail = 'owner@example.com'
  const { id: storeId } = await prisma.store.create({
    data: { subdomain: name, businessName: 'Tea House', currency: 'INR', ownerEmail },
  })
  const { id: orderId } = await prisma.order.create({
    data: {
      ...{ storeId, orderNo: `ORD-${name.toUpperCase()}`, status: 'CONFIRMED', paymentStatus: 'PAID' },
      ...{ buyerName: 'Asha', buyerPhone: '98765', buyerPhoneDigits: '98765', buyerEmail: 'asha@example.com' },
      ...{ currency: 'INR', subtotal: 17_000n, total: 17_000n, holdExpiresAt: NOON },
    },
  })
  const named = (name: 'ORDER_CONFIRMED' | 'NEW_ORDER') => ({ id: newUuid(Date.parse(NOON)), name })
  return { storeId, orderId, mails: [named('ORDER_CONFIRMED'), named('NEW_ORDER')] }
}

it('mails of a process that is killed at each of its steps arrive, each under one id', needs(noPatience), async () => {
  let repeated = 0
  for (let dieAt = 1; dieAt <= MOST_STEPS; dieAt += 1) {
    mails.received.length = 0
    const job = await confirmedOrder(`mails-${dieAt}`)
    const deed: Deed = { act: 'mail', storeId: job.storeId, job, smtpUrl: mails.url, at: NOON }
    const wasKilled = (await crashes.perish(deed, 'writes', dieAt)) === null
    await survive(deed)
    await survive(deed)
    const ids = mails.received.map(({ headers, to }) => `${to[0]} ${headerOf(headers, 'message-id')}`)
    const { prisma } = await crashes.database()
    expect(await prisma.orderMail.count({ where: { storeId: job.storeId, sentAt: { not: null } } })).toBe(2)
    expect(new Set(ids).size).toBe(2)
    // Only what was accepted and not yet marked comes twice.
    expect(ids.length).toBeLessThanOrEqual(4)
    repeated += ids.length - 2
    if (!wasKilled) {
      expect(ids).toHaveLength(2)
      expect(dieAt).toBeGreaterThan(2)
      expect(repeated).toBeGreaterThan(0)
      return
    }
  }
  throw new Error('There was no end')
})
