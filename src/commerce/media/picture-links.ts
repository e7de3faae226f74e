import { WIDTHS } from './media-files.ts'

/** In every width that is narrower than the picture. */
export function resizedLinks(url: string, ownWidth: number): { width: number; url: string }[] {
  const [address] = url.split('?')
  return WIDTHS.filter((width) => width < ownWidth).map((width) => ({ width, url: `${address}?w=${width}` }))
}

/** Absolute: a path such as `/pictures/…` is served here. @param baseUrl without a trailing slash */
export const pictureAddress = (picture: string, baseUrl: string): string =>
  picture.startsWith('/') ? baseUrl + picture : picture
