import { WIDTHS } from './media-files.ts'

/** The path of an uploaded picture. */
export const picturePath = (subdomain: string, id: string): string => `/media/${subdomain}/${id}`

/** Addresses of the picture in every width that is narrower than it is. */
export function resizedLinks(url: string, ownWidth: number): { width: number; url: string }[] {
  const [address] = url.split('?')
  return WIDTHS.filter((width) => width < ownWidth).map((width) => ({ width, url: `${address}?w=${width}` }))
}
