import { type ShopView, useShop } from '../http/shop-view.ts'

export interface ShownPicture {
  url: string
  alt: string
  width?: number | null
  height?: number | null
  variants?: readonly { url: string; width: number }[]
}

interface Props {
  picture: ShownPicture | undefined
  /** How wide it is shown, as in CSS. */
  sizes: string
  /** What is seen first must not wait. */
  isFirst?: boolean
  /** Of what it shows: its first letter stands in for a picture that there is not. */
  name?: string | undefined
}

export function Picture({ picture, sizes, isFirst = false, name = '' }: Props) {
  const shop = useShop()
  const src = picture && pictureSource(shop, picture.url)
  if (!picture || !src) {
    return (
      <span class="picture empty" aria-hidden="true">
        {firstLetter(name)}
      </span>
    )
  }
  const { alt, width, height, variants = [] } = picture
  const sources = variants.map((variant) => `${pictureSource(shop, variant.url)} ${variant.width}w`)
  return (
    <img
      class="picture"
      src={src}
      alt={alt}
      width={width ?? undefined}
      height={height ?? undefined}
      srcset={sources.length > 0 && width ? [...sources, `${src} ${width}w`].join(', ') : undefined}
      sizes={sources.length > 0 ? sizes : undefined}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchpriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  )
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** With the marks that belong to it, as scripts of India have them. */
const firstLetter = (name: string) => [...letters.segment(name.slice(0, 20))][0]?.segment

/** A path for what this service has itself, so that the page works at each of its addresses. */
export function pictureSource({ origin, pictureOrigins }: ShopView, url: string): string | null {
  if (origin !== '' && url.startsWith(`${origin}/`)) return url.slice(origin.length)
  if (url.startsWith('/')) return url
  if (!URL.canParse(url)) return null
  const { host, origin: other } = new URL(url)
  if (!HOST.test(host)) return null
  pictureOrigins.add(other)
  return url
}

/** URLs allow more, such as a semicolon, at which a directive of the page's policy would end. */
const HOST = /^[\w.:[\]-]+$/
