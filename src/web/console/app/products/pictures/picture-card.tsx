import type { PictureRowFragment } from '../../../../../generated/console/documents.ts'
import { Badge } from '../../parts/badge.tsx'
import { useFormats } from '../../session/store-context.tsx'
import { pictureSource } from '../picture-source.ts'
import { usesText } from './picture-words.ts'

/** A picture with where it is, which opens its details. */
export function PictureCard({ picture, onOpen }: { picture: PictureRowFragment; onOpen: () => void }) {
  const formats = useFormats()
  const { url, useCount, createdAt } = picture
  return (
    <button type="button" class="picture-card" onClick={onOpen}>
      <img src={pictureSource(url) ?? url} alt="" loading="lazy" />
      <span class="picture-card-text">
        {useCount === 0 ? (
          <>
            <Badge tone="warn">Not in use</Badge> uploaded {formats.date(createdAt)}
          </>
        ) : (
          <bdi>{usesText(picture)}</bdi>
        )}
      </span>
    </button>
  )
}
