import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../src/commerce/owners/owner-key.ts'
import { batchOf } from '../src/platform/database/retention.ts'
import { cleanUp, retentions } from '../src/process/clean-up.ts'
import { onCluster } from './support/citus-cluster.ts'
import { forAllTests, openShop } from './support/shop.ts'

const now = new Date('2026-05-01T12:00:00Z')
const HOUR = 3_600_000
const at = (hours: number) => new Date(now.getTime() + hours * HOUR)
const DAYS = 24

const shop = await forAllTests(openShop({ clock: () => now }))
const store = await shop.addStore({ customers: [{ name: 'Asha', phone: '9876543210', password: 'secret1' }] })

it('what has run out is removed, what has not stays', async () => {
  const { prisma } = shop.database
  const storeId = store.id
  const customer = await prisma.customer.findFirstOrThrow({ where: { storeId } })
  const person = await prisma.person.create({
    data: { email: 'asha@example.com', name: 'Asha', passwordHash: 'x', createdAt: now },
  })
  const { id: keyId } = (await createOwnerKey(shop.services, storeId, 'Desk')).ownerKey
  const addOrder = () =>
    prisma.order.create({
      data: {
        storeId,
        orderNo: randomUUID(),
        buyerName: 'Asha',
        buyerPhone: '9876543210',
        buyerPhoneDigits: '9876543210',
        currency: 'INR',
        subtotal: 100n,
        total: 100n,
        holdExpiresAt: now,
      },
    })
  // One second past, and one second to go.
  for (const [late, label] of [
    [-1 / 3600, 'old'],
    [1 / 3600, 'new'],
  ] as const) {
    const expiresAt = at(late)
    const { id: orderId } = await addOrder()
    const productId = randomUUID()
    await prisma.accessToken.create({ data: { storeId, tokenHash: label, passwordVersion: 1, expiresAt } })
    await prisma.preview.create({ data: { storeId, tokenHash: label, kind: 'VISIT', expiresAt } })
    await prisma.endedToken.create({ data: { storeId, tokenId: label, expiresAt } })
    await prisma.consoleSession.create({
      data: { storeId, idHash: label, keyId, createdAt: at(-DAYS), lastUsedAt: at(-12 + late) },
    })
    await prisma.personSession.create({
      data: {
        ...{ idHash: label, personId: person.id, browser: '', address: '' },
        ...{ createdAt: at(-DAYS), lastUsedAt: at(-12 + late) },
      },
    })
    await prisma.invitation.create({
      data: {
        ...{ ofStore: storeId, email: label, role: 'ORDERS', way: 'LINK', invitedBy: 'operator' },
        ...{ createdAt: at(-7 * DAYS + late), expiresAt },
      },
    })
    await prisma.personCode.create({
      data: { codeHash: label, personId: person.id, purpose: 'PASSWORD', email: person.email, expiresAt },
    })
    await prisma.logInGuard.create({
      data: { emailHash: label, failures: 1, lastFailedAt: at(-30 * DAYS + late) },
    })
    await prisma.customerCode.create({
      data: {
        ...{
          storeId,
          customerId: customer.id,
          purpose: label === 'old' ? 'PASSWORD' : 'EMAIL',
          codeHash: label,
          expiresAt,
        },
        email: label === 'old' ? null : 'asha@example.com',
      },
    })
    await prisma.stockHold.create({ data: { storeId, orderId, position: 0, productId, qty: 1, expiresAt } })
    // They count as strikes for a day.
    await prisma.orderHolder.create({ data: { storeId, orderId, holder: label, expiresAt: at(late - 24) } })
    await prisma.pointsHold.create({ data: { storeId, orderId, customerId: customer.id, points: 5, expiresAt } })
    await prisma.discountUse.create({
      data: { storeId, orderId, discountId: randomUUID(), buyerKey: label, expiresAt },
    })
    const key = { storeId, caller: 'guest', requestHash: 'x', runningTill: at(-1) }
    await prisma.idempotencyKey.create({ data: { ...key, key: label, createdAt: at(-DAYS + late) } })
    await prisma.paymentEvent.create({
      data: { storeId, provider: 'SANDBOX', eventId: label, type: 'x', receivedAt: at(-30 * DAYS + late) },
    })
  }
  for (const days of [31, 29]) {
    const cart = { storeId, id: randomUUID(), updatedAt: at(-60 * DAYS), touchedAt: at(-days * DAYS) }
    await prisma.cart.create({ data: cart })
    await prisma.chatDay.create({ data: { storeId, day: at(-days * DAYS), messages: 3 } })
    const file = { storeId, status: 'CHECKED' as const, fileName: 'a.csv', fileBytes: 1, ownerKeyId: keyId }
    const { id: importId } = await prisma.productImport.create({ data: { ...file, createdAt: at(-days * DAYS) } })
    await prisma.productImportPart.create({
      data: {
        storeId,
        importId,
        kind: 'FILE',
        number: 0,
        bytes: new Uint8Array(1),
        createdAt: at(days === 31 ? -25 : -23),
      },
    })
    const copy = { storeId, status: 'DONE' as const, ranAt: at(0), createdAt: at(-days * DAYS) }
    const { id: copyId } = await prisma.pictureCopy.create({ data: copy })
    const link = { storeId, copyId, key: `${days}`, url: `https://old.example/${days}.jpg`, status: 'FAILED' as const }
    await prisma.linkedPicture.create({ data: { ...link, expiresAt: at(days === 31 ? -1 : 1) } })
    await prisma.searchMiss.create({ data: { storeId, day: at(-days * DAYS), search: 'coffee', count: 1 } })
  }
  for (const days of [4, 2]) {
    await prisma.codeMailDay.create({ data: { storeId, day: at(-days * DAYS), recipient: 'x', mails: 3 } })
    await prisma.referralDay.create({ data: { storeId, day: at(-days * DAYS), address: '192.0.2.1', referrals: 3 } })
  }
  const { id: webhookId } = await prisma.webhook.create({
    data: { storeId, url: 'https://hooks.example', sealedSecret: 'x' },
  })
  const message = { storeId, webhookId, type: 'ping', subject: 'x', body: '{}', createdAt: at(-90 * DAYS) }
  for (const [status, days] of [
    ['DELIVERED', 8],
    ['DELIVERED', 6],
    ['GIVEN_UP', 31],
    ['GIVEN_UP', 29],
  ] as const) {
    const endedAt = at(-days * DAYS)
    await prisma.webhookMessage.create({ data: { ...message, status, endedAt, lastError: `${status} ${days}` } })
  }
  for (const days of [8, 6]) {
    // Whoever held it has died.
    const waiting = { createdAt: at(-days * DAYS), leasedUntil: at(-DAYS), lastError: `WAITING ${days}` }
    await prisma.webhookMessage.create({ data: { ...message, ...waiting } })
  }
  const settled = await addOrder()
  for (const days of [91, 89]) {
    const mail = { storeId, orderId: settled.id, name: 'NEW_ORDER' as const, sentAt: at(-days * DAYS) }
    await prisma.orderMail.create({ data: { ...mail, id: randomUUID(), claimedUntil: at(-days * DAYS) } })
  }
  for (const days of [91, 89]) {
    const change = { storeId, actor: `${days} days`, subject: 'SETTINGS', action: 'CHANGED' } as const
    await prisma.change.create({ data: { ...change, createdAt: at(-days * DAYS) } })
  }
  const settledUse = { storeId, orderId: settled.id, discountId: randomUUID(), buyerKey: 'settled' }
  await prisma.discountUse.create({ data: { ...settledUse, expiresAt: null } })
  // A request that was sent with an old key just now.
  await prisma.idempotencyKey.create({
    data: { storeId, caller: 'guest', key: 'running', requestHash: 'x', createdAt: at(-48), runningTill: at(1) },
  })

  await prisma.retiredPaymentAccount.createMany({
    data: [2, 4].map((days) => ({
      ...{ storeId: store.id, provider: 'SANDBOX', keyId: 'left', sealedKeySecret: 'sealed' },
      retiredAt: new Date(shop.services.clock().getTime() - days * DAYS * HOUR),
    })),
  })

  expect(await cleanUp(shop.services)).toEqual({
    accessTokens: 1,
    previews: 1,
    endedTokens: 1,
    consoleSessions: 1,
    personSessions: 1,
    logInGuards: 1,
    invitations: 1,
    personCodes: 1,
    carts: 1,
    customerCodes: 1,
    codeMailDays: 1,
    orderMails: 1,
    retiredAccounts: 1,
    stockHolds: 1,
    orderHolders: 1,
    referralDays: 1,
    pointsHolds: 1,
    discountUses: 1,
    idempotencyKeys: 1,
    chatDays: 1,
    searchMisses: 1,
    changes: 1,
    productImportParts: 1,
    productImports: 1,
    pictureCopies: 1,
    linkedPictures: 1,
    paymentEvents: 1,
    forgottenMessages: 1,
    deliveredMessages: 1,
    givenUpMessages: 1,
  })
  expect((await prisma.accessToken.findMany()).map(({ tokenHash }) => tokenHash)).toEqual(['new'])
  expect(await prisma.change.count({ where: { actor: '91 days' } })).toBe(0)
  expect((await prisma.preview.findMany()).map(({ tokenHash }) => tokenHash)).toEqual(['new'])
  expect((await prisma.endedToken.findMany()).map(({ tokenId }) => tokenId)).toEqual(['new'])
  expect((await prisma.consoleSession.findMany()).map(({ idHash }) => idHash)).toEqual(['new'])
  expect((await prisma.personSession.findMany()).map(({ idHash }) => idHash)).toEqual(['new'])
  expect((await prisma.invitation.findMany()).map(({ email }) => email)).toEqual(['new'])
  expect((await prisma.personCode.findMany()).map(({ codeHash }) => codeHash)).toEqual(['new'])
  expect((await prisma.logInGuard.findMany()).map(({ emailHash }) => emailHash)).toEqual(['new'])
  expect((await prisma.customerCode.findMany()).map(({ codeHash }) => codeHash)).toEqual(['new'])
  expect(await prisma.codeMailDay.count()).toBe(1)
  expect(await prisma.stockHold.count()).toBe(1)
  expect((await prisma.orderHolder.findMany()).map(({ holder }) => holder)).toEqual(['new'])
  expect(await prisma.referralDay.count()).toBe(1)
  expect(await prisma.pointsHold.count()).toBe(1)
  expect((await prisma.discountUse.findMany()).map(({ buyerKey }) => buyerKey).sort()).toEqual(['new', 'settled'])
  expect((await prisma.idempotencyKey.findMany()).map(({ key }) => key).sort()).toEqual(['new', 'running'])
  expect((await prisma.paymentEvent.findMany()).map(({ eventId }) => eventId)).toEqual(['new'])
  expect(await prisma.chatDay.count()).toBe(1)
  expect((await prisma.webhookMessage.findMany()).map(({ lastError }) => lastError).sort()).toEqual([
    'DELIVERED 6',
    'GIVEN_UP 29',
    'WAITING 6',
    'WAITING 8',
  ])
  const waiting = await prisma.webhookMessage.findMany({ where: { status: 'WAITING' } })
  expect(waiting.map(({ lastError }) => lastError)).toEqual(['WAITING 6'])
  expect(new Set(Object.values(await cleanUp(shop.services)))).toEqual(new Set([0]))
})

// On a cluster it is a statement for every shard, which has its own indexes.
it.skipIf(onCluster())('any number of rows is ended, a thousand by each statement', async () => {
  const { prisma } = shop.database
  const storeId = store.id
  const many = <Row>(row: (count: number) => Row) => Array.from({ length: 2_500 }, (_, count) => row(count))
  await prisma.accessToken.createMany({
    data: many((count) => ({ storeId, tokenHash: `many-${count}`, passwordVersion: 1, expiresAt: at(-1) })),
  })
  const { id: webhookId } = await prisma.webhook.findFirstOrThrow()
  const message = { storeId, webhookId, type: 'ping', subject: 'many', body: '{}', createdAt: at(-8 * DAYS) }
  await prisma.webhookMessage.createMany({ data: many(() => message) })

  shop.statements()
  expect(await cleanUp(shop.services)).toMatchObject({ accessTokens: 2_500, forgottenMessages: 2_500 })
  const statements = shop.statements()
  const beginning = (start: string) => statements.filter((sql) => sql.startsWith(start)).length
  expect(beginning('WITH ended AS (DELETE FROM access_tokens')).toBe(3)
  expect(beginning('WITH ended AS (UPDATE webhook_messages')).toBe(3)
  expect(statements).not.toContain('BEGIN')
  expect(await prisma.webhookMessage.count({ where: { subject: 'many', status: 'GIVEN_UP', endedAt: now } })).toBe(
    2_500,
  )
})

it('a process that stops begins no further statement', async () => {
  const { prisma } = shop.database
  const data = { storeId: store.id, tokenHash: 'late', passwordVersion: 1, expiresAt: at(-1) }
  await prisma.accessToken.create({ data })
  shop.statements()
  expect(new Set(Object.values(await cleanUp(shop.services, AbortSignal.abort())))).toEqual(new Set([0]))
  expect(shop.statements()).toEqual([])
})

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

describe.skipIf(onCluster())('what has had its time', () => {
  it.each(Object.entries(retentions))('%s: is found by an index that begins with it', async (_, retention) => {
    const { prisma } = shop.database
    const plan = await prisma.$transaction(async (tx) => {
      // Tables as small as these are read as a whole, wherever that is allowed.
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`
      const [row] = await tx.$queryRaw<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>`
        EXPLAIN (FORMAT JSON) ${batchOf(retention, now)}`
      return row ? nodesOf(row['QUERY PLAN'][0].Plan) : []
    })
    expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    const found = plan.find((node) => node['Index Name'])
    const [index] = await prisma.$queryRaw<{ column: string }[]>`
      SELECT pg_get_indexdef(${found?.['Index Name']}::regclass, 1, true) AS column`
    expect(found?.['Index Cond'] ?? 'no condition').toContain(index?.column)
  })
})
