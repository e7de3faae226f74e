import type { PictureRowFragment } from '../../../../../generated/console/documents.ts'
import { countOf } from '../../parts/formats.ts'

export type PictureUse = PictureRowFragment['uses'][number]

const places = { LOGO: 'The logo', HOME_PAGE: 'The home page' } as const

/** Where it is: the product, the page, or the place of the store. */
export const placeName = ({ place, productName, pageTitle }: PictureUse): string => {
  if (place === 'PRODUCT') return productName ?? ''
  return place === 'PAGE' ? `Page “${pageTitle ?? ''}”` : places[place]
}

/** "Assam and 2 more". */
export function usesText({ uses, useCount }: PictureRowFragment): string {
  const [first] = uses
  if (!first) return 'Not in use'
  return useCount === 1 ? placeName(first) : `${placeName(first)} and ${countOf(useCount - 1, 'more', 'more')}`
}

/** Bytes as one reads them: 340 KB. */
export const sizeText = (bytes: number): string =>
  new Intl.NumberFormat(navigator.language, {
    style: 'unit',
    unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: bytes < 1_000_000 ? 0 : 1,
  }).format(bytes < 1_000_000 ? Math.max(1, bytes / 1_000) : bytes / 1_000_000)
