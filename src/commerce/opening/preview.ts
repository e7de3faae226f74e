import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, OwnerContext, Services } from '../../api/context.ts'
import { expired } from '../../platform/database/retention.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/time.ts'

/** A CHECK of the database holds the same list. */
export const PreviewKind = {
  /** Opens one visit. */
  LINK: 'LINK',
  /** Opens visits as long as it is valid. */
  SHARED_LINK: 'SHARED_LINK',
  VISIT: 'VISIT',
  SHARED_VISIT: 'SHARED_VISIT',
} as const

const LINK_MS = 10 * MINUTE_MS
const SHARED_LINK_MS = 30 * DAY_MS
const VISIT_MS = 12 * HOUR_MS
const SCRIPT_MS = HOUR_MS

export const previewRetention = expired('previews')

export interface Preview {
  /** Of a link that the owner has given to others. */
  isShared: boolean
}

export interface PreviewLink {
  /** Its token stands after `#`, which browsers send to nobody. */
  url: string
  expiresAt: Date
}

/** @param isShared for others: for 30 days, and for any number of visits; else for 10 minutes, and one */
export async function createPreviewLink(
  { services, store, baseUrl }: Pick<OwnerContext, 'services' | 'store' | 'baseUrl'>,
  isShared: boolean,
): Promise<PreviewLink> {
  const token = newToken()
  const createdAt = services.clock()
  const expiresAt = new Date(createdAt.getTime() + (isShared ? SHARED_LINK_MS : LINK_MS))
  const kind = isShared ? PreviewKind.SHARED_LINK : PreviewKind.LINK
  await services.db.prisma.preview.create({
    data: { storeId: store.id, tokenHash: hashOf(token), kind, expiresAt, createdAt },
  })
  return { url: `${baseUrl}/shop/${store.subdomain}/preview#${token}`, expiresAt }
}

/** Ends all links and visits of the store. @returns how many there were */
export async function endPreviews({ services, store }: Pick<OwnerContext, 'services' | 'store'>): Promise<number> {
  const { count } = await services.db.prisma.preview.deleteMany({ where: { storeId: store.id } })
  return count
}

export const openPreviewInput = inputRules({
  required: ['token'],
  missing: 'Token required',
  fields: { token: labelledText({ label: 'Token', max: 100, trim: true }) },
})

export interface OpenedPreview {
  /** For the cookie of the shop. */
  token: string
  expiresAt: Date
  isShared: boolean
}

/** A visit of 12 hours, or as long as a shared link is valid. @throws Problem BAD_USER_INPUT */
export async function openPreview({ services, store }: Context, input: unknown): Promise<OpenedPreview> {
  const given = parseInput(openPreviewInput, input)
  const now = services.clock()
  const link = { storeId: store.id, tokenHash: hashOf(given.token) }
  const token = newToken()
  return inTransaction(services.db.prisma, async (tx) => {
    const found = await tx.preview.findFirst({
      where: { ...link, kind: { in: [PreviewKind.LINK, PreviewKind.SHARED_LINK] }, expiresAt: { gt: now } },
    })
    if (!found) throw hasEnded()
    const isShared = found.kind === PreviewKind.SHARED_LINK
    // Of two who use it at once, one deletes it.
    if (!isShared && (await tx.preview.deleteMany({ where: link })).count === 0) throw hasEnded()
    const longest = new Date(now.getTime() + VISIT_MS)
    const expiresAt = isShared && found.expiresAt < longest ? found.expiresAt : longest
    const kind = isShared ? PreviewKind.SHARED_VISIT : PreviewKind.VISIT
    await tx.preview.create({
      data: { storeId: store.id, tokenHash: hashOf(token), kind, expiresAt, createdAt: now },
    })
    return { token, expiresAt, isShared }
  })
}

const hasEnded = (): Problem =>
  new Problem('BAD_USER_INPUT', 'This link was used already, or is too old. Ask the shop for a new one.', {
    ...{ reason: 'LINK_EXPIRED', field: 'token' },
  })

/** What a request says of its preview, unchecked. */
export interface PreviewClaim {
  /** From the cookie. */
  visit?: string | undefined
  /** From the header `X-Preview-Token`. */
  script?: string | undefined
}

type Finding = Pick<Services, 'db' | 'clock' | 'keyedHash'>

/** Null when there is none, or it has ended. */
export async function findPreview(services: Finding, storeId: string, claim: PreviewClaim): Promise<Preview | null> {
  const tokenHash = claim.visit === undefined ? hashInScriptToken(services, storeId, claim.script) : hashOf(claim.visit)
  if (tokenHash === null) return null
  const found = await services.db.prisma.preview.findFirst({
    where: {
      ...{ storeId, tokenHash, kind: { in: [PreviewKind.VISIT, PreviewKind.SHARED_VISIT] } },
      expiresAt: { gt: services.clock() },
    },
  })
  return found && { isShared: found.kind === PreviewKind.SHARED_VISIT }
}

/** For a page's scripts, which cannot read its cookie: for an hour, and for no longer than the visit. */
export function scriptTokenOf({ clock, keyedHash }: Omit<Finding, 'db'>, storeId: string, visit: string): string {
  const signed = `${hashOf(visit)}.${clock().getTime() + SCRIPT_MS}`
  return `${signed}.${keyedHash.of(storeId, purpose(signed))}`
}

function hashInScriptToken(
  { clock, keyedHash }: Omit<Finding, 'db'>,
  storeId: string,
  token: string | undefined,
): string | null {
  const [, signed = '', hash = '', until = '', mac = ''] =
    /^(([\da-f]{64})\.(\d{1,15}))\.(hmac:[\w-]{43})$/.exec(token ?? '') ?? []
  if (Number(until) <= clock().getTime()) return null
  const isOurs = keyedHash
    .all(storeId, purpose(signed))
    .some((made) => timingSafeEqual(Buffer.from(made), Buffer.from(mac)))
  return isOurs ? hash : null
}

/** A keyed hash that was made for something else is none of these. */
const purpose = (signed: string): string => `preview ${signed}`

const newToken = (): string => randomBytes(32).toString('hex')

/** Tokens are long and random, so a plain SHA-256 is enough. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
