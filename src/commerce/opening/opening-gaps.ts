import type { Services } from '../../api/context.ts'
import type { Prisma, Store } from '../../generated/prisma/client.ts'
import type { ShopLink } from '../stores/appearance.ts'

/** What a shop should have when it opens. */
export const OpeningGap = {
  NAME: 'NAME',
  TERMS: 'TERMS',
  CONTACT: 'CONTACT',
  PRODUCTS: 'PRODUCTS',
  PAYMENTS: 'PAYMENTS',
  PLAY_MONEY: 'PLAY_MONEY',
  PRIVACY: 'PRIVACY',
  REFUNDS: 'REFUNDS',
  MAILS: 'MAILS',
} as const
export type OpeningGap = (typeof OpeningGap)[keyof typeof OpeningGap]

/** Without these it stays closed. */
const needed: ReadonlySet<OpeningGap> = new Set([OpeningGap.NAME, OpeningGap.TERMS, OpeningGap.CONTACT])

/** Completes "The shop has …". */
const words: Record<OpeningGap, string> = {
  NAME: 'no name',
  TERMS: 'no published page with its terms',
  CONTACT: 'no email address at which shoppers reach you, and no published contact page',
  PRODUCTS: 'no product to sell',
  PAYMENTS: 'no way to pay: the checkout says that it does not sell yet',
  PLAY_MONEY: 'an account for play money: nobody really pays online',
  PRIVACY: 'no published page on privacy',
  REFUNDS: 'no published page on refunds and cancellation',
  MAILS: 'no mail server: nobody gets a confirmation',
}

export interface MissingForOpening {
  what: OpeningGap
  /** Whether the shop cannot open without it. */
  isNeeded: boolean
  /** A sentence. */
  message: string
}

/** In the languages of many shops; whole words, as slugs and titles write them. */
const named = {
  terms: /\b(terms|conditions|t(&|-and-)c|agb|gesch(ae|ä)ftsbedingungen|cgv|condiciones|condizioni|voorwaarden)/i,
  privacy: /\b(privacy|datenschutz|confidentialit|privacidad|gdpr|dsgvo)/i,
  refunds: /\b(refund|return|cancel|withdrawal|widerruf|r(ü|ue)ckgabe|retour|devoluci|recess)/i,
  contact: /\b(contact|kontakt|imprint|impressum|legal-notice|contatt)/i,
}

type Scope = { db: Prisma.TransactionClient; mailer: Pick<Services['mailer'], 'isSetUp'>; store: Store }

/** What is still missing, what is needed first. */
export async function missingForOpening({ db, mailer, store }: Scope): Promise<MissingForOpening[]> {
  const where = { storeId: store.id }
  const pages = await db.page.findMany({ where: { ...where, published: true }, select: { slug: true, title: true } })
  const product = await db.product.findFirst({ where: { ...where, active: true }, select: { id: true } })
  const account = await db.paymentAccount.findFirst({ where, select: { provider: true } })
  const method = await db.paymentMethod.findFirst({ where: { ...where, active: true }, select: { id: true } })
  const shown = [
    ...pages.flatMap(({ slug, title }) => [slug, title]),
    ...linksOf(store).flatMap(({ label, url }) => [label, url]),
  ]
  const has = (pattern: RegExp) => shown.some((text) => pattern.test(text))
  const isThere: Record<OpeningGap, boolean> = {
    NAME: (store.shopName ?? store.businessName).trim() !== '',
    TERMS: has(named.terms),
    CONTACT: Boolean(store.replyTo ?? store.ownerEmail) || has(named.contact),
    PRODUCTS: product !== null,
    PAYMENTS: account !== null || method !== null,
    PLAY_MONEY: account?.provider !== 'SANDBOX',
    PRIVACY: has(named.privacy),
    REFUNDS: has(named.refunds),
    MAILS: mailer.isSetUp,
  }
  return Object.values(OpeningGap)
    .filter((what) => !isThere[what])
    .map((what) => ({ what, isNeeded: needed.has(what), message: `The shop has ${words[what]}.` }))
}

/** Only the store's appearance writes them. */
const linksOf = ({ shopLinks }: Store) => shopLinks as ShopLink[]
