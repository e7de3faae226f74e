import { createHash } from 'node:crypto'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { picturePath } from '../../stores/uploaded-addresses.ts'
import { LinkStatus } from './copy-status.ts'

/** Whether a picture is at another host: uploads, and pictures of this service, are stored by their paths. */
export const isLink = (address: string): boolean => /^https?:\/\//i.test(address)

/** Under which a link is found. */
export const linkKey = (url: string): string => createHash('sha256').update(url).digest('hex')

/**
 * The address of the copy, of links that were copied into this store; any other as it was given. A file that is imported
 * once more does not undo the copies.
 */
export async function copiedAddresses(
  tx: Pick<Prisma.TransactionClient, 'linkedPicture' | 'store'>,
  storeId: string,
  addresses: readonly string[],
): Promise<(address: string) => string> {
  const keys = new Map(addresses.filter(isLink).map((address) => [linkKey(address), address]))
  if (keys.size === 0) return (address) => address
  const found = await tx.linkedPicture.findMany({
    where: { storeId, key: { in: [...keys.keys()] }, status: LinkStatus.COPIED, pictureId: { not: null } },
    select: { url: true, pictureId: true },
  })
  if (found.length === 0) return (address) => address
  const { subdomain } = await tx.store.findUniqueOrThrow({ where: { id: storeId }, select: { subdomain: true } })
  const copies = new Map(found.map(({ url, pictureId }) => [url, picturePath(subdomain, pictureId ?? '')]))
  return (address) => copies.get(address) ?? address
}
