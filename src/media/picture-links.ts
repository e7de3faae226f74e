import { WIDTHS } from './media-files.ts'

/** The path of an uploaded picture. */
export const picturePath = (subdomain: string, id: string): string => `/media/${subdomain}/${id}`

/** Addresses of the picture in every width that is narrower than it is. */
export const resizedLinks = (url: string, ownWidth: number): { width: number; url: string }[] =>
  WIDTHS.filter((width) => width < ownWidth).map((width) => ({ width, url: `${url}?w=${width}` }))
