/** A picture of a product. A type alias, so that it is JSON for Prisma's types. */
export type ProductPicture = {
  /** A web address, or a path of this service. */
  url: string
  /** What it shows, for those who do not see it; empty when not given. */
  alt: string
  /** In pixels; null when unknown. */
  width: number | null
  /** In pixels; null when unknown. */
  height: number | null
}

/** A picture as an owner gives it. */
export interface PictureEntry {
  url: string
  alt?: string | null | undefined
  width?: number | null | undefined
  height?: number | null | undefined
}

/** What is stored beside the addresses: only pictures of which something is told. */
export const toldOf = (entries: readonly PictureEntry[]): ProductPicture[] =>
  entries
    .map(({ url, alt, width, height }) => ({ url, alt: alt ?? '', width: width ?? null, height: height ?? null }))
    .filter(({ alt, width, height }) => alt !== '' || width !== null || height !== null)

/**
 * The pictures at these addresses, in their order.
 * @param told the column `media`, which only ever holds what `toldOf` makes
 */
export function picturesOf(addresses: readonly string[], told: unknown): ProductPicture[] {
  const byAddress = new Map((told as readonly ProductPicture[]).map((picture) => [picture.url, picture]))
  return addresses.map((url) => byAddress.get(url) ?? { url, alt: '', width: null, height: null })
}
