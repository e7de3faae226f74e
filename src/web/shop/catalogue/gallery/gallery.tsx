import { useShop } from '../../http/shop-view.ts'
import { Picture, pictureSource, type ShownPicture } from '../../views/picture.tsx'
import { previewOf } from './preview.ts'

interface GalleryPicture extends ShownPicture {
  thumbhash: string | null
}

interface Props {
  media: readonly GalleryPicture[]
  /** Of the product, for pictures without a text. */
  name: string
}

/** All pictures, to be swiped through and to be seen large; the links below lead to each of them. */
export const Gallery = ({ media, name }: Props) =>
  media.length > 0 && (
    <div class="gallery" data-island="gallery">
      <ul class="slides" aria-label={media.length > 1 ? 'Pictures' : undefined}>
        {media.map((picture, index) => (
          <li id={`picture-${index + 1}`}>
            <Slide picture={{ ...picture, alt: picture.alt || name }} isFirst={index === 0} />
          </li>
        ))}
      </ul>
      {media.length > 1 && (
        <ul class="thumbs">
          {media.map((picture, index) => (
            <li>
              <a href={`#picture-${index + 1}`}>
                <Picture picture={{ ...picture, alt: `Picture ${index + 1} of ${media.length}` }} sizes="5rem" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )

/** Leads to the largest file there is: the island shows it over the page. */
function Slide({ picture, isFirst }: { picture: GalleryPicture; isFirst: boolean }) {
  const shop = useShop()
  const large = pictureSource(shop, picture.url)
  const shown = <Picture picture={picture} sizes="(min-width: 48rem) 50vw, 92vw" isFirst={isFirst} />
  if (!large) return shown
  return (
    <a class="slide" href={large}>
      <span class="unseen">Enlarge: </span>
      {isFirst && <Preview picture={picture} />}
      {shown}
    </a>
  )
}

/** Behind the picture, which hides it as soon as it is there. */
function Preview({ picture: { thumbhash, width, height } }: { picture: GalleryPicture }) {
  const shop = useShop()
  const preview = thumbhash && width && height ? previewOf({ thumbhash, width, height }) : null
  if (!preview) return null
  shop.pictureOrigins.add('data:')
  return <img class="preview" src={preview} alt="" />
}
