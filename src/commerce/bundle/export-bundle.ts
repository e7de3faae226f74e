import { Prisma, type PrismaClient, type Store } from '../../generated/prisma/client.ts'
import { microToNumber, type Subunits, toMainUnits } from '../../platform/money.ts'
import { businessJson } from '../../shared/business/business-columns.ts'
import { readFields } from '../catalog/change/product-format.ts'
import { optionsIn } from '../catalog/product.ts'
import type { ToMainUnits } from '../catalog/product-field.ts'
import { targetOf, withProduct } from '../catalog/redirects/list-redirects.ts'
import { zoneJson } from '../delivery/change/zone-json.ts'
import { menusJson } from '../menus/write-menus.ts'
import { paymentMethodJson } from '../payments/methods/payment-method-json.ts'
import { reviewKey } from '../reviews/review-format.ts'
import { givenAppearance } from '../stores/appearance.ts'
import { replaceUploads, uploadedAddress } from '../stores/uploaded-addresses.ts'
import { BUNDLE_FORMAT, type BundleJson } from './bundle-format.ts'

type Transaction = Prisma.TransactionClient

/** Milliseconds, as for an import. Reading locks nothing. */
const TRANSACTION = {
  maxWait: 120_000,
  timeout: 1_800_000,
  isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
}

/**
 * Read at one moment; null for an unknown store. Holds everything but secrets and rejected reviews: an import gives an
 * equal store once passwords and provider secrets are added.
 * @param baseUrl of the service, for uploaded pictures; empty for their paths
 */
export async function exportBundle(prisma: PrismaClient, subdomain: string, baseUrl = ''): Promise<BundleJson | null> {
  return prisma.$transaction(async (tx) => {
    const store = await tx.store.findUnique({ where: { subdomain } })
    if (!store) return null
    const amounts = amountsIn(store.currency)
    return {
      format: BUNDLE_FORMAT,
      store: await exportStore(tx, store, amounts, baseUrl),
      products: await exportProducts(tx, store.id, amounts, baseUrl),
      discounts: await exportDiscounts(tx, store.id, amounts),
      customers: await exportCustomers(tx, store.id),
      reviews: await exportReviews(tx, store.id),
      ...(await exportPages(tx, store.id, baseUrl)),
      ...(await exportRedirects(tx, store.id)),
      ...(await menusJson(tx, store)),
    }
  }, TRANSACTION)
}

function amountsIn(currency: string): ToMainUnits {
  function main(amount: Subunits): number
  function main(amount: Subunits | null): number | null
  function main(amount: Subunits | null): number | null {
    return amount === null ? null : toMainUnits(amount, currency)
  }
  return main
}

async function exportStore(
  tx: Transaction,
  store: Store,
  main: ToMainUnits,
  baseUrl: string,
): Promise<BundleJson['store']> {
  const services = await tx.service.findMany({
    where: { storeId: store.id },
    orderBy: [{ position: 'asc' }, { name: 'asc' }],
  })
  const appearance = givenAppearance(store, baseUrl)
  const business = businessJson(store)
  const account = await tx.paymentAccount.findUnique({ where: { storeId: store.id } })
  return {
    subdomain: store.subdomain,
    businessName: store.businessName,
    currency: store.currency,
    timeZone: store.timeZone,
    ...(store.locale !== null && { locale: store.locale }),
    active: store.active,
    open: store.openedAt !== null,
    ownerEmail: store.ownerEmail,
    replyTo: store.replyTo,
    storefrontUrl: store.storefrontUrl,
    tax: { rate: percent(store.taxRateMicro), inclusive: store.taxInclusive },
    shipping: {
      ...{ fee: main(store.shippingFee), freeFrom: main(store.shippingFreeFrom) },
      ...{ country: store.shippingCountry, defaultWeight: store.defaultWeight },
      zones: await exportZones(tx, store.id, main),
    },
    paymentMethods: await exportPaymentMethods(tx, store.id, main),
    lowStockThreshold: store.lowStockThreshold,
    cancellableMinutes: store.cancellableMinutes,
    shopEnabled: store.shopEnabled,
    ...(appearance && { appearance }),
    ...(business && { business }),
    loyalty: {
      enabled: store.loyaltyEnabled,
      earnRate: microToNumber(store.earnRateMicro),
      redeemRate: microToNumber(store.redeemRateMicro),
    },
    chat: {
      enabled: store.chatEnabled,
      context: store.chatContext,
      services: services.map(({ name, description, price }) => ({ name, description, price: main(price) })),
    },
    ...(store.accessPasswordHash !== null && {
      access: { protection: store.accessProtection === 'SITE' ? 'site' : 'hint' },
    }),
    ...(account?.provider === 'SANDBOX' && { payments: { provider: 'sandbox' } }),
    ...(account?.provider === 'RAZORPAY' && { payments: { provider: 'razorpay', keyId: account.keyId } }),
  }
}

async function exportProducts(
  tx: Transaction,
  storeId: string,
  main: ToMainUnits,
  baseUrl: string,
): Promise<BundleJson['products']> {
  const products = await tx.product.findMany({
    where: { storeId },
    orderBy: [{ displayOrder: 'asc' }, { createdAt: 'desc' }, { id: 'desc' }],
    include: { variants: { orderBy: [{ position: 'asc' }, { optionsKey: 'asc' }] } },
  })
  return products.map((product) => ({
    slug: product.slug,
    ...readFields(product, main, baseUrl),
    variants: product.variants.map((variant) => ({
      options: optionsIn(variant),
      price: main(variant.price),
      salePrice: main(variant.salePrice),
      stock: variant.stock,
      weight: variant.weight,
      sku: variant.sku,
      barcode: variant.barcode,
      picture: variant.picture && uploadedAddress(variant.picture, baseUrl),
    })),
  }))
}

async function exportZones(tx: Transaction, storeId: string, main: ToMainUnits) {
  const zones = await tx.shippingZone.findMany({ where: { storeId }, orderBy, include: { methods: { orderBy } } })
  return zones.map((zone) => zoneJson(zone, main))
}

async function exportPaymentMethods(tx: Transaction, storeId: string, main: ToMainUnits) {
  const methods = await tx.paymentMethod.findMany({ where: { storeId }, orderBy })
  return methods.map((method) => paymentMethodJson(method, main))
}

const orderBy = [{ position: 'asc' as const }, { code: 'asc' as const }]

async function exportDiscounts(tx: Transaction, storeId: string, main: ToMainUnits): Promise<BundleJson['discounts']> {
  const discounts = await tx.discount.findMany({ where: { storeId }, orderBy: { code: 'asc' } })
  return discounts.map(({ code, startsAt, endsAt, usageLimit, perCustomerLimit, active, ...discount }) => ({
    code,
    ...(discount.type === 'PERCENT'
      ? { type: 'percent', value: percent(discount.percentMicro ?? 0) }
      : { type: 'fixed', value: main(discount.amount ?? 0n) }),
    minSubtotal: main(discount.minSubtotal),
    maxDiscount: main(discount.maxDiscount),
    usageLimit,
    perCustomerLimit,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    active,
  }))
}

async function exportCustomers(tx: Transaction, storeId: string): Promise<BundleJson['customers']> {
  const customers = await tx.customer.findMany({ where: { storeId }, orderBy: { phone: 'asc' } })
  return customers.map(({ name, phone, email, address, points }) => ({
    name,
    phone,
    email,
    address,
    loyaltyPoints: points,
  }))
}

/** Of identical reviews, the one that an import would find. */
async function exportReviews(tx: Transaction, storeId: string): Promise<BundleJson['reviews']> {
  const reviews = await tx.review.findMany({
    where: { storeId, status: { not: 'REJECTED' } },
    include: { product: { select: { slug: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  const approvedFirst = reviews.toSorted((a, b) => Number(b.status === 'APPROVED') - Number(a.status === 'APPROVED'))
  const unique = new Map<string, (typeof reviews)[number]>()
  for (const review of approvedFirst) {
    const key = reviewKey({ ...review, name: review.reviewerName, product: review.product.slug })
    if (!unique.has(key)) unique.set(key, review)
  }
  const exported = new Set(unique.values())
  return reviews
    .filter((review) => exported.has(review))
    .map(({ product, reviewerName: name, rating, title, body, status, createdAt }) => ({
      product: product.slug,
      name,
      rating,
      title,
      body,
      approved: status === 'APPROVED',
      createdAt: createdAt.toISOString(),
    }))
}

/** Nothing of a store without pages: its bundle is as it was before there were any. */
async function exportPages(tx: Transaction, storeId: string, baseUrl: string): Promise<Pick<BundleJson, 'pages'>> {
  const pages = await tx.page.findMany({
    where: { storeId },
    orderBy: [{ position: 'asc' }, { slug: 'asc' }],
    select: { slug: true, title: true, markdown: true, published: true, position: true },
  })
  if (pages.length === 0) return {}
  const withAddresses = (text: string) => replaceUploads(text, (address) => uploadedAddress(address, baseUrl))
  return { pages: pages.map((page) => ({ ...page, markdown: withAddresses(page.markdown) })) }
}

/** As with pages. */
async function exportRedirects(tx: Transaction, storeId: string): Promise<Pick<BundleJson, 'redirects'>> {
  const where = { storeId, kind: 'PATH' } as const
  const redirects = await tx.redirect.findMany({ where, orderBy: { source: 'asc' }, include: withProduct })
  if (redirects.length === 0) return {}
  return { redirects: redirects.map((redirect) => ({ from: redirect.source, to: targetOf(redirect) })) }
}

const percent = (micro: number): number => microToNumber(BigInt(micro) * 100n)
