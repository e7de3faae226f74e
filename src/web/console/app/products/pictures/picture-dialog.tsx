import { Link } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import {
  DescribePictureDocument,
  PictureProductDocument,
  type PictureRowFragment,
} from '../../../../../generated/console/documents.ts'
import { RequestError, request } from '../../data/request.ts'
import { useChange } from '../../data/use-data.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { say } from '../../parts/toasts.tsx'
import { useStore } from '../../session/store-context.tsx'
import { pictureSource } from '../picture-source.ts'
import { type PictureUse, placeName, sizeText } from './picture-words.ts'

interface PictureDialogProps {
  picture: PictureRowFragment
  mayChange: boolean
  onRemove: () => void
  onClose: () => void
}

/** A picture with what is known of it: where it is and what it is said to show there. */
export function PictureDialog({ picture, mayChange, onRemove, onClose }: PictureDialogProps) {
  const { formats } = useStore()
  const { url, width, height, size, createdAt, uses, useCount } = picture
  return (
    <Dialog
      title="Picture"
      isOpen
      onClose={onClose}
      about={`${formats.number(width)} × ${formats.number(height)} pixels, ${sizeText(size)}, uploaded ${formats.date(createdAt)}`}
    >
      <a class="picture-large" href={url} target="_blank" rel="noreferrer" aria-label="Open the picture">
        <img src={pictureSource(url) ?? url} alt={uses.find(({ alt }) => alt)?.alt ?? ''} />
      </a>
      {uses.length === 0 ? (
        <p class="quiet">No product or page uses it, nor the shop’s appearance.</p>
      ) : (
        <ul class="picture-uses" aria-label="Where it is used">
          {uses.map((use) => (
            <li key={`${use.place} ${use.productId ?? use.pageId ?? ''}`}>
              {use.place === 'PRODUCT' && mayChange ? (
                <Description pictureId={picture.id} use={use} />
              ) : (
                <>
                  <PlaceLink use={use} />
                  {use.place !== 'PAGE' && <p class="quiet">{use.alt || 'Without a description'}</p>}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {useCount > uses.length && <p class="quiet">And {countOf(useCount - uses.length, 'more product')}.</p>}
      <div class="dialog-actions">
        {mayChange && useCount === 0 && (
          <button type="button" class="button button-danger" onClick={onRemove}>
            <Icon name="trash" /> Delete
          </button>
        )}
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  )
}

function PlaceLink({ use }: { use: PictureUse }) {
  const { session } = useStore()
  const { store } = session
  if (use.pageId) {
    return (
      <Link to="/s/$store/pages/$id" params={{ store, id: use.pageId }}>
        <bdi>{placeName(use)}</bdi>
      </Link>
    )
  }
  return use.productId ? (
    <Link to="/s/$store/products/$id" params={{ store, id: use.productId }}>
      <bdi>{placeName(use)}</bdi>
    </Link>
  ) : (
    <Link to="/s/$store/settings/$section" params={{ store, section: 'appearance' }}>
      {placeName(use)}
    </Link>
  )
}

/** What the picture is said to show among those of a product. Based on the product as it is when one saves. */
function Description({ pictureId, use }: { pictureId: string; use: PictureUse }) {
  const { session } = useStore()
  const [typed, setTyped] = useState(use.alt)
  const [error, setError] = useState<RequestError | null>(null)
  const change = useChange(DescribePictureDocument)
  const id = use.productId ?? ''
  const path = `/media/${session.store}/${pictureId}`
  const isIt = ({ url }: { url: string }) => url.toLowerCase().endsWith(path)

  async function save(): Promise<void> {
    setError(null)
    try {
      const { product } = await request(session.store, PictureProductDocument, { id })
      if (!product?.media.some(isIt)) {
        throw new RequestError('NOT_FOUND', 'The product does not have this picture any more.')
      }
      const media = product.media.map((one) => (isIt(one) ? { ...one, alt: typed.trim() } : one))
      await change.mutateAsync({ input: { id, version: product.version, media } })
      say('Description saved')
    } catch (refused) {
      setError(refused as RequestError)
    }
  }

  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <PlaceLink use={use} />
      {error && <Failure error={error} />}
      <label class="field">
        <span class="field-label">
          What it shows in <bdi>“{placeName(use)}”</bdi>
        </span>
        <input
          class="input"
          dir="auto"
          placeholder="For those who cannot see it"
          maxLength={500}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      {typed.trim() !== use.alt && (
        <div>
          <button type="submit" class="button button-main" disabled={change.isPending}>
            Save the description
          </button>
        </div>
      )}
    </form>
  )
}
