import type { Services } from '../../../api/context.ts'
import type { LinkedPicture, Prisma, Store } from '../../../generated/prisma/client.ts'
import { isHeic, pictureType } from '../../../platform/pictures/picture-maker.ts'
import { Problem } from '../../../platform/problem.ts'
import { addPicture, refuseFull, UnusedPicture } from '../../media/upload-picture.ts'
import { changeContent } from '../../stores/change-content.ts'
import { picturePath } from '../../stores/uploaded-addresses.ts'
import { LinkStatus } from './copy-status.ts'
import type { LostHosts } from './lost-hosts.ts'
import { linkingProducts, replaceLinks, replaceOwnLinks } from './replace-links.ts'

export type CopyServices = Pick<
  Services,
  'db' | 'jobs' | 'clock' | 'logger' | 'stores' | 'media' | 'pictures' | 'pictureFetch'
>

/** Products changed in one transaction. */
const AT_ONCE = 100
/** Times that a host may ask to come back later. */
const MOST_TRIES = 3
const PAUSE_SECONDS = 10
const LONGEST_PAUSE_SECONDS = 120

interface Run {
  services: CopyServices
  store: Store
  hosts: LostHosts
  signal: AbortSignal
}

type Outcome = (
  | { status: 'COPIED' }
  | { status: 'FAILED'; reason: string }
  /** Whoever linked it has changed that meanwhile. */
  | { status: 'UNUSED' }
  | { status: 'LATER'; seconds: number; reason?: string }
) & { pause?: number }

/**
 * Nothing is locked while the picture is on its way.
 * @param link which this process has claimed
 * @returns the seconds for which its host wants no requests
 */
export async function copyPicture(run: Run, link: LinkedPicture): Promise<number> {
  const { services, signal } = run
  const outcome = await attempt(run, link).catch((error: unknown): Outcome => {
    if (signal.aborted) return { status: 'LATER', seconds: 0 }
    if (error instanceof UnusedPicture) return { status: 'LATER', seconds: 0 }
    if (error instanceof Problem && error.code === 'UNAVAILABLE') return { status: 'LATER', seconds: PAUSE_SECONDS }
    if (error instanceof Problem) return { status: 'FAILED', reason: error.message }
    services.logger.warn({ err: error, storeId: link.storeId }, 'A linked picture could not be stored')
    return { status: 'FAILED', reason: 'This service could not store it.' }
  })
  await writeOutcome(services, link, outcome)
  return outcome.pause ?? 0
}

async function attempt({ services, store, hosts, signal }: Run, link: LinkedPicture): Promise<Outcome> {
  const { prisma } = services.db
  const linking = await linkingProducts(prisma, link, link.productIds)
  const isOwn = store.shopLogo === link.url || store.heroPicture === link.url
  if (linking.length === 0 && !isOwn) return { status: link.pictureId === null ? 'UNUSED' : 'COPIED' }

  let rest = linking
  let pictureId = link.pictureId
  if (pictureId === null) {
    const lost = hosts.reasonFor(link)
    if (lost !== null) return { status: 'FAILED', reason: lost }
    await refuseFull(prisma, link.storeId)
    const found = await services.pictureFetch.fetch(link.storeId, link.url, signal)
    hosts.note(link, 'failure' in found && (found.silent === true || found.limited === true))
    if ('failure' in found) {
      const { failure: reason, later, limited } = found
      const seconds = Math.min(found.seconds ?? PAUSE_SECONDS, LONGEST_PAUSE_SECONDS)
      const pause = limited ? seconds : 0
      if (!later || link.tries + 1 >= MOST_TRIES) return { status: 'FAILED', reason, pause }
      return { status: 'LATER', seconds, reason, pause }
    }
    const { bytes, type } = found
    if (!pictureType(bytes)) return { status: 'FAILED', reason: noPicture(bytes, type) }
    const first = rest.slice(0, AT_ONCE)
    rest = rest.slice(AT_ONCE)
    const added = await addPicture(
      { services, store },
      bytes,
      async (tx, { id }) => {
        // Before anything that others wait for.
        const { count } = await tx.linkedPicture.updateMany({
          where: { storeId: link.storeId, key: link.key, pictureId: null },
          data: { pictureId: id, expiresAt: null },
        })
        const isUsed = await replace(tx, { store, link, productIds: first, pictureId: id, isOwn })
        if (count === 0 || !isUsed) throw new UnusedPicture()
      },
      (work) => changeContent({ services, store }, work),
    )
    pictureId = added.id
    if (rest.length === 0) return { status: 'COPIED' }
  }
  const copy = pictureId
  do {
    const productIds = rest.slice(0, AT_ONCE)
    rest = rest.slice(AT_ONCE)
    await changeContent({ services, store }, (tx) => replace(tx, { store, link, productIds, pictureId: copy, isOwn }))
  } while (rest.length > 0)
  return { status: 'COPIED' }
}

interface Replacement {
  store: Store
  link: LinkedPicture
  productIds: readonly string[]
  pictureId: string
  isOwn: boolean
}

async function replace(tx: Prisma.TransactionClient, { store, link, productIds, pictureId, isOwn }: Replacement) {
  const path = picturePath(store.subdomain, pictureId)
  const isOfStore = isOwn && (await replaceOwnLinks(tx, link, path))
  return (await replaceLinks(tx, link, productIds, path)) || isOfStore
}

const noPicture = (bytes: Buffer, type: string): string =>
  isHeic(bytes)
    ? 'It is a HEIC picture, which browsers cannot show.'
    : `It is not a JPEG, PNG, WebP, AVIF or GIF${type === '' ? '' : `; its host says it is ${type.slice(0, 100)}`}.`

/** Only while it waits: a copy that was cancelled has written its own. */
async function writeOutcome(
  { db: { prisma }, clock }: CopyServices,
  link: LinkedPicture,
  outcome: Outcome,
): Promise<void> {
  const { storeId, key, copyId } = link
  const where = { storeId, key, copyId, status: LinkStatus.WAITING }
  const { status } = outcome
  if (status === 'UNUSED') await prisma.linkedPicture.deleteMany({ where })
  else if (status === 'LATER') {
    const notBefore = new Date(clock().getTime() + outcome.seconds * 1000)
    const isAsked = outcome.reason !== undefined
    await prisma.linkedPicture.updateMany({
      where,
      data: { notBefore, ...(isAsked && { reason: outcome.reason, tries: { increment: 1 } }) },
    })
  } else {
    const reason = status === 'FAILED' ? outcome.reason : ''
    await prisma.linkedPicture.updateMany({ where, data: { status, reason, notBefore: null } })
  }
}
