import type { Prisma } from '../../generated/prisma/client.ts'
import { isUuid } from '../../platform/uuid.ts'

export const picturePath = (subdomain: string, id: string): string => `/media/${subdomain}/${id}`

interface UploadAddress {
  /** Without host and width. */
  path: string
  subdomain: string
  id: string
}

const PATH = /^\/media\/([^/]+)\/([^/]+)$/

/** Addresses of uploads, of any host, or paths. */
const UPLOADS = /(?:https?:\/\/[\w.:[\]-]+)?\/media\/[a-z0-9-]+\/[0-9a-f-]{36}/gi

/** The addresses of uploads that a text names. */
export const uploadsIn = (text: string): string[] => text.match(UPLOADS) ?? []

export const replaceUploads = (text: string, change: (address: string) => string): string =>
  text.replace(UPLOADS, change)

/** Null for an address that is none of an upload's, whatever its host. */
export function uploadAddressIn(address: string): UploadAddress | null {
  if (!URL.canParse(address, 'http://store')) return null
  const { pathname: path } = new URL(address, 'http://store')
  const [, subdomain = '', id = ''] = PATH.exec(path) ?? []
  return isUuid(id) ? { path, subdomain, id: id.toLowerCase() } : null
}

/** Absolute for an upload, which is stored by its path; any other address as it was given. */
export const uploadedAddress = (address: string, baseUrl: string): string =>
  address.startsWith('/') && uploadAddressIn(address) ? baseUrl + address : address

/**
 * The address under which each picture is stored: of the store's own uploads the path, whatever host they were given
 * with, because the host may change. Sends a statement only when there is an upload among them.
 */
export async function storedAddresses(
  tx: Pick<Prisma.TransactionClient, 'picture'>,
  storeId: string,
  addresses: readonly string[],
): Promise<(address: string) => string> {
  const uploads = new Map(
    addresses.flatMap((address) => {
      const upload = uploadAddressIn(address)
      return upload && upload.path !== address ? [[address, upload]] : []
    }),
  )
  if (uploads.size === 0) return (address) => address
  const ids = [...new Set([...uploads.values()].map(({ id }) => id))]
  const found = await tx.picture.findMany({ where: { storeId, id: { in: ids } }, select: { id: true } })
  const own = new Set(found.map(({ id }) => id))
  return (address) => {
    const upload = uploads.get(address)
    return upload && own.has(upload.id) ? upload.path : address
  }
}

/** @param columns of a store, or some of them */
export async function withStoredPictures<Columns extends { shopLogo?: string | null; heroPicture?: string | null }>(
  tx: Pick<Prisma.TransactionClient, 'picture'>,
  storeId: string,
  columns: Columns,
): Promise<Columns> {
  const { shopLogo, heroPicture } = columns
  const given = [shopLogo, heroPicture].filter((address) => address != null)
  const stored = await storedAddresses(tx, storeId, given)
  return {
    ...columns,
    ...(shopLogo != null && { shopLogo: stored(shopLogo) }),
    ...(heroPicture != null && { heroPicture: stored(heroPicture) }),
  }
}
