/** A type alias, so that Prisma's types accept it as JSON. */
export type ProductPicture = {
  url: string
  /** The alternative text; empty when not given. */
  alt: string
  width: number | null
  /** Pixels, as the width; null when unknown. */
  height: number | null
}

/** A picture of which only the address is known, such as that of a category. */
export const pictureAt = (url: string): ProductPicture => ({ url, alt: '', width: null, height: null })

export interface PictureEntry {
  url: string
  alt?: string | null | undefined
  width?: number | null | undefined
  height?: number | null | undefined
}

export const describedOnly = (entries: readonly PictureEntry[]): ProductPicture[] =>
  entries
    .map(({ url, alt, width, height }) => ({ url, alt: alt ?? '', width: width ?? null, height: height ?? null }))
    .filter(({ alt, width, height }) => alt !== '' || width !== null || height !== null)

/** In the order of the addresses. @param stored the column `media`, which `describedOnly` made */
export function picturesOf(addresses: readonly string[], stored: unknown): ProductPicture[] {
  const byAddress = new Map((stored as readonly ProductPicture[]).map((picture) => [picture.url, picture]))
  return addresses.map((url) => byAddress.get(url) ?? pictureAt(url))
}
