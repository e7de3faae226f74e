import { randomUUID } from 'node:crypto'
import { callerWithKey } from '../../src/api/admission/caller.ts'
import type { OwnerContext, Services } from '../../src/api/context.ts'
import type { StoredReport } from '../../src/commerce/catalog/import/job/stored-report.ts'
import { countMail, recipients } from '../../src/commerce/customers/mails/code-mail-days.ts'
import { storeCode } from '../../src/commerce/customers/mails/codes.ts'
import { addUpFigures } from '../../src/commerce/figures/add-up.ts'
import type { OrderMails } from '../../src/commerce/mails/mail-name.ts'
import { setMailTemplate } from '../../src/commerce/mails/mail-templates.ts'
import { sendOrderMails } from '../../src/commerce/mails/send-order-mails.ts'
import { createPreviewLink } from '../../src/commerce/opening/preview.ts'
import { recordPayment } from '../../src/commerce/orders/collect/record-payment.ts'
import { changeOrderStatus } from '../../src/commerce/orders/status/change-status.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { findProviderAccount } from '../../src/commerce/payments/provider-account.ts'
import { webhookSignature } from '../../src/commerce/payments/signature.ts'
import { refundOrder } from '../../src/commerce/refunds/refund-order.ts'
import { createWebhook } from '../../src/commerce/webhooks/change-webhook.ts'
import { sendTestEvent } from '../../src/commerce/webhooks/redeliver.ts'
import { newCode } from '../../src/platform/secrets/typed-code.ts'
import { buy, dataOf, notify, pay } from './buying.ts'
import { type Caller, graphql } from './call.ts'
import { clientOf } from './client.ts'
import type { Shop } from './shop.ts'
import { tenantBundle } from './tenant-bundle.ts'
import { begunCopy } from './tenant-copy.ts'
import { addPeople } from './tenant-people.ts'

/** What the things of a store are called by, and what opens it. */
export type Belongings = Awaited<ReturnType<typeof openTenant>>

/**
 * A store that has something of everything. Its texts hold its name and its phones its number, so that none of them is
 * another store's. `tick` lets time pass.
 */
export async function openTenant(shop: Shop, { name, number }: { name: string; number: number }, tick: () => void) {
  const { services } = shop
  const {
    db: { prisma },
  } = services
  const password = `secret-of-${name}`
  // The store's number at the end: tracking compares the last digits.
  const phoneOf = (person: number) => `7${person}000000${number}`
  const pictureId = randomUUID()
  const store = await shop.addStore(tenantBundle(name, number, { password, phone: phoneOf(1), pictureId }))
  const { subdomain, id: storeId } = store
  const where = { storeId }
  const client = clientOf(shop, subdomain, 'GraphQL')

  const product = await prisma.product.findUniqueOrThrow({
    where: { storeId_slug: { storeId, slug: `${name}-assam` } },
    include: { variants: { orderBy: { position: 'desc' } } },
  })
  const customer = await prisma.customer.findUniqueOrThrow({ where: { storeId_phone: { storeId, phone: phoneOf(1) } } })
  const { token } = await dataOf(client.logIn({ phone: phoneOf(1), password }))
  const caller = { token }
  const guest = { name: `Guest of ${name}`, phone: phoneOf(3), email: `guest@${name}.example` }
  const buyer = { ...guest, address: `2 ${name} road`, notes: `Ring at ${name}` }
  const items = [{ id: product.id, qty: 1, variant: { size: '250g' } }]
  tick()
  const meera = { name: `Meera of ${name}`, phone: phoneOf(2), password, refCode: customer.referralCode }
  const { token: friendToken } = await dataOf(client.signUp(meera))
  await dataOf(client.logOut({ token: (await dataOf(client.logIn({ phone: phoneOf(2), password }))).token }))

  const sentTo = { name: `Aunt of ${name}`, lines: [`3 ${name} road`], city: `${name}pur`, postalCode: `7000${number}` }
  const more = { region: 'West Bengal', country: 'IN', phone: phoneOf(6) }
  const { address } = await dataOf(client.addAddress({ ...sentTo, ...more }, caller))

  const { cart } = await dataOf(client.createCart({ items, discountCode: `${name}10` }, caller))
  const codes = { PASSWORD: newCode(), EMAIL: newCode() }
  const owner = { storeId, customerId: customer.id }
  await prisma.$transaction(async (tx) => {
    const now = services.clock()
    await storeCode(tx, { ...owner, purpose: 'PASSWORD', code: codes.PASSWORD, email: null, now })
    await storeCode(tx, { ...owner, purpose: 'EMAIL', code: codes.EMAIL, email: customer.email, now })
    await countMail(tx, { storeId, day: '2026-03-01', recipients: [recipients.email(`asha@${name}.example`)] })
  })

  const place = async (options: object = {}, from: Caller = caller): Promise<PlacedOrder> => {
    tick()
    return await dataOf(client.checkout({ buyer, items, ...options }, from))
  }
  const bought = async (...moves: ('SHIPPED' | 'DELIVERED' | 'CANCELLED')[]): Promise<PlacedOrder> => {
    tick()
    const order = await buy(shop, client, { buyer, items }, caller)
    for (const move of moves) await changeOrderStatus({ services, store }, order.orderNo, move, 'buyer')
    return order
  }
  const orders = {
    confirmed: await bought(),
    shipped: await bought('SHIPPED'),
    delivered: await bought('SHIPPED', 'DELIVERED'),
    cancelled: await bought('CANCELLED'),
    forPickup: await buy(shop, client, { buyer, items, delivery: { method: `${name}-door` } }, caller),
    toCollect: await place({ paymentMethod: `${name}-cash` }),
    toConfirm: await place({ paymentMethod: `${name}-bank` }),
    failed: await place(),
    noticed: await place(),
    pending: await place({ discountCode: `${name}10`, loyaltyPoints: 5 }),
  }
  await client.verify(await pay(shop, orders.failed.providerOrderId, 'fail'))
  await giveBack({ services, store }, orders.delivered.orderNo, name)
  for (const { orderNo } of [orders.toCollect, orders.toConfirm]) await collect({ services, store }, orderNo, name)
  const account = await findProviderAccount(services, storeId)
  await sendMails(services, storeId)
  await begunCopy(services, storeId, name, product.id)
  await setMailTemplate({ services, store }, { name: 'NEW_ORDER', body: `Hurry up at ${name}!` })
  const secrets = { key: account?.keySecret ?? '', webhook: account?.webhookSecret ?? '' }
  await prisma.retiredPaymentAccount.create({
    data: {
      ...{ storeId, provider: 'RAZORPAY', keyId: `rzp_of_${name}`, retiredAt: services.clock() },
      sealedKeySecret: services.seal.seal(storeId, `earlier-secret-of-${name}`),
    },
  })
  const notice = noticeOf(orders.noticed)
  await notify(shop, subdomain, notice, { 'x-provider-signature': webhookSignature(secrets.webhook, notice) })
  // Its key was used by a guest, and by a customer, whose order takes over what the earlier ones hold.
  const headers = { 'idempotency-key': `key-used-at-${name}` }
  await place({}, { headers })
  await place({ discountCode: `${name}10`, loyaltyPoints: 5 }, { ...caller, headers })

  tick()
  const review = { rating: 4, title: `Of ${name}`, body: `Waits at ${name}.` }
  const { id: reviewId } = await dataOf(client.submitReview(product.id, review, caller))
  await dataOf(client.addToWishlist(product.id, caller))
  await graphql(shop, subdomain, '{ products(search: "Coffee") { nodes { id } } }')
  const subscriber = { name: `Reader of ${name}`, email: `reader@${name}.example`, source: `page-of-${name}` }
  await dataOf(client.subscribe(subscriber))
  await dataOf(client.submitLead({ name: `Lead of ${name}`, phone: phoneOf(4), message: `I like ${name}.` }))
  await dataOf(client.chat({ message: 'What teas do you have?' }))
  const { access_token: accessToken } = await dataOf(client.unlock(password))
  const ownerKey = await createOwnerKey(services, storeId, `Key of ${name}`)
  const usedAt = services.clock()
  await prisma.consoleSession.create({
    data: { storeId, idHash: `session of ${name}`, keyId: ownerKey.ownerKey.id, createdAt: usedAt, lastUsedAt: usedAt },
  })
  await prisma.$executeRaw`
    UPDATE pgboss.job SET state = 'failed', completed_on = now(), output = ${{ message: `No mailbox at ${name}` }}::jsonb
    WHERE data->>'storeId' = ${storeId}`
  const { webhook } = await createWebhook({ services, store }, { url: `https://hooks.${name}.example/` })
  await prisma.redirect.create({ data: { storeId, kind: 'SLUG', source: `once-${name}`, productId: product.id } })
  const redirect = await prisma.redirect.create({
    data: { storeId, kind: 'PATH', source: `/once-${name}`, target: `/c/${name}`, targetPath: `/c/${name}` },
  })
  await prisma.refusedDelivery.create({ data: { storeId, buyerKey: `phone ${phoneOf(7)}`, count: 1 } })
  const message = await sendTestEvent({ services, store }, webhook.id)
  // As the job does once the carts are old enough.
  await addUpFigures({ ...services, clock: () => new Date(services.clock().getTime() + 26 * 86_400_000) })
  const [job] = await prisma.$queryRaw<
    { id: string }[]
  >`SELECT id FROM pgboss.job WHERE data->>'storeId' = ${storeId} AND state = 'failed'`

  return {
    store: { id: storeId, subdomain, name: store.businessName },
    product,
    variant: await prisma.variant.findFirstOrThrow({ where }),
    discount: await prisma.discount.findFirstOrThrow({ where }),
    zone: await prisma.shippingZone.findFirstOrThrow({
      ...{ where, orderBy: { position: 'desc' } },
      include: { methods: { orderBy: { position: 'asc' } } },
    }),
    /** A zone that no payment method names. */
    nearZone: await prisma.shippingZone.findFirstOrThrow({ ...{ where, orderBy: { position: 'asc' } } }),
    paymentMethod: await prisma.paymentMethod.findFirstOrThrow({ where: { ...where, kind: 'COD' } }),
    page: await prisma.page.findFirstOrThrow({ where: { ...where, published: true } }),
    draft: await prisma.page.findFirstOrThrow({ where: { ...where, published: false } }),
    redirect,
    customer: { ...customer, password, token: token as string },
    addressId: address.id as string,
    codes,
    /** A customer who has bought nothing. */
    friend: { token: friendToken as string },
    guest,
    orders,
    /** Recorded of the order that is to be collected. */
    paymentId: (
      await prisma.payment.findFirstOrThrow({
        where: { ...where, orderId: orders.toCollect.orderId, provider: 'MANUAL' },
      })
    ).id,
    cartId: cart.id as string,
    /** What the widget hands to the page for the pending order. */
    receipt: await pay(shop, orders.pending.providerOrderId),
    secrets,
    reviewId: reviewId as string,
    subscriber: await prisma.subscriber.findFirstOrThrow({ where }),
    people: await addPeople(shop, storeId, name),
    lead: await prisma.lead.findFirstOrThrow({ where }),
    picture: await prisma.picture.create({ data: { storeId, id: pictureId, ...pictureOf(name) } }),
    sparePictureId: (await prisma.picture.create({ data: { storeId, id: randomUUID(), ...pictureOf(name) } })).id,
    jobId: job?.id ?? '',
    importId: await checkedImport(services, storeId, name, ownerKey.ownerKey.id),
    webhook,
    messageId: message.id,
    pagePassword: password,
    accessToken: accessToken as string,
    previewToken: (await createPreviewLink({ services, store, baseUrl: '' }, true)).url.replace(/.*#/, ''),
    idempotencyKey: headers['idempotency-key'],
    ownerKey: ownerKey.key,
    /** Not the key that opens the API here. */
    spareKeyId: (await createOwnerKey(services, storeId, `Spare key of ${name}`)).ownerKey.id,
    /** What nobody has yet. */
    unused: { phone: phoneOf(5), email: `new@${name}.example`, slug: `${name}-new`, code: `${name.toUpperCase()}NEW` },
  }
}

/** A product file that waits for its owner. */
async function checkedImport({ db, clock }: Services, storeId: string, name: string, ownerKeyId: string) {
  const file = Buffer.from(`slug,name,price\n${name}-new,New at ${name},x\n`)
  const report: StoredReport = {
    ...{ rows: 2, products: 2, added: 1, changed: 0, unchanged: 0, refused: 1 },
    ...{ mistakes: [{ line: 2, column: 'price', message: `Not at ${name}` }], mistakeCount: 1 },
    leftOut: { title: `Export of ${name}`, things: [`Notes of ${name}`], columns: [`Column of ${name}`] },
    taxClasses: [`Class of ${name}`],
    read: [{ line: 2, slug: `${name}-new`, name: `New at ${name}`, variants: 0, outcome: 'REFUSED' }],
  }
  const { id } = await db.prisma.productImport.create({
    data: {
      ...{ storeId, status: 'CHECKED', fileName: `file-of-${name}.csv`, fileBytes: file.length, ownerKeyId },
      ...{ report: JSON.parse(JSON.stringify(report)), createdAt: clock() },
    },
  })
  const part = { storeId, importId: id, number: 0, bytes: new Uint8Array(file), createdAt: clock() }
  await db.prisma.productImportPart.createMany({
    data: [
      { ...part, kind: 'FILE' },
      { ...part, kind: 'REFUSED' },
    ],
  })
  return id
}

/** Mails about orders, as the demo keeps them. */
async function sendMails(services: Services, storeId: string): Promise<void> {
  const jobs = await services.db.prisma.$queryRaw<{ data: OrderMails }[]>`
    SELECT data FROM pgboss.job WHERE name = 'order-mail' AND data->>'storeId' = ${storeId} ORDER BY created_on`
  for (const { data } of jobs) await sendOrderMails({ ...services, showsMails: true }, data)
}

/** A part of an order, by its owner. */
async function giveBack(scope: Pick<OwnerContext, 'services' | 'store'>, orderNo: string, name: string) {
  const { ownerKey } = await createOwnerKey(scope.services, scope.store.id, `Refunds of ${name}`)
  const refund = { orderNo, amount: 1, reason: `A scratch at ${name}`, idempotencyKey: `refund-at-${name}` }
  await refundOrder({ ...scope, caller: callerWithKey(ownerKey) }, refund)
}

/** A part of what is due, by its owner. */
async function collect(scope: Pick<OwnerContext, 'services' | 'store'>, orderNo: string, name: string) {
  const { ownerKey } = await createOwnerKey(scope.services, scope.store.id, `Collector of ${name}`)
  const payment = { orderNo, amount: 1, reference: `Receipt of ${name}`, idempotencyKey: `${orderNo}-at-${name}` }
  await recordPayment({ ...scope, caller: callerWithKey(ownerKey) }, payment)
}

export interface PlacedOrder {
  orderId: string
  orderNo: string
  providerOrderId: string
  amount: number
  currency: string
}

const pictureOf = (name: string) => ({
  ...{ width: 640, height: 480, size: 9_000 },
  thumbhash: Buffer.from(name).toString('base64'),
})

/** The provider's notice that an order was paid. */
export const noticeOf = ({ providerOrderId, amount, currency }: PlacedOrder): string =>
  JSON.stringify({
    entity: 'event',
    event: 'payment.captured',
    payload: {
      payment: {
        entity: { id: `pay_${providerOrderId}`, order_id: providerOrderId, amount, currency, status: 'captured' },
      },
    },
  })

/** The same belongings by names that exist nowhere: as long, as well-formed, and at the same places in lists. */
export async function unlike(shop: Shop, { store, ...others }: Belongings): Promise<Belongings> {
  const twins = { store, ...(mapTexts(others, otherText) as typeof others) }
  const token = await shop.services.tokens.issue(otherText(store.id), twins.customer.id, 0)
  return { ...twins, customer: { ...twins.customer, token }, friend: { token } }
}

/** Its last four letters and digits are others of their kind, so that a UUID stays one and keeps its place in time. */
export const otherText = (text: string): string => text.replace(/\w(?=\W*(\w\W*){0,3}$)/g, (sign) => next[sign] ?? sign)

const next = Object.fromEntries(
  ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'].flatMap((signs) =>
    [...signs].map((sign, at) => [sign, signs[(at + 1) % signs.length] ?? sign]),
  ),
)

export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mapTexts(entry, change)]))
}
