import { useRef, useState } from 'preact/hooks'
import { FileButton, PICTURES } from '../../parts/file-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { say } from '../../parts/toasts.tsx'
import { pictureSource } from '../picture-source.ts'
import type { Picture } from './product-values.ts'
import { UploadList } from './upload-list.tsx'
import { useUploads } from './use-uploads.ts'

interface PicturesEditorProps {
  value: readonly Picture[]
  onChange: (change: (before: Picture[]) => Picture[]) => void
}

/** Pictures with their alternative texts, the main one first. Files are dropped or chosen, and uploaded at once. */
export function PicturesEditor({ value, onChange }: PicturesEditorProps) {
  const { uploads, upload, dismiss } = useUploads((picture) => onChange((before) => [...before, picture]))
  const [isOver, setOver] = useState(false)
  const [moved, setMoved] = useState('')
  const dragged = useRef<number | null>(null)

  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length || from === to) return
    onChange((before) => {
      const picture = before[from]
      return picture ? before.toSpliced(from, 1).toSpliced(to, 0, picture) : before
    })
    setMoved(`Picture moved to place ${to + 1} of ${value.length}`)
  }

  const remove = (at: number) => {
    const picture = value[at]
    if (!picture) return
    onChange((before) => before.toSpliced(at, 1))
    say('Picture removed', () => onChange((before) => before.toSpliced(at, 0, picture)))
  }

  return (
    <fieldset
      class="form bare"
      aria-label="Pictures"
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return
        event.preventDefault()
        upload(files)
      }}
    >
      {value.length > 0 && (
        <ol class="pictures">
          {value.map((picture, at) => (
            <li
              key={picture.url}
              class="picture"
              draggable
              onDragStart={(event) => {
                dragged.current = at
                event.dataTransfer?.setData('text/plain', String(at))
              }}
              onDragEnd={() => {
                dragged.current = null
              }}
              onDragOver={(event) => {
                if (dragged.current === null) return
                event.preventDefault()
                if (dragged.current === at) return
                move(dragged.current, at)
                dragged.current = at
              }}
            >
              <PictureRow
                picture={picture}
                at={at}
                count={value.length}
                onAlt={(alt) =>
                  onChange((before) => before.map((one, index) => (index === at ? { ...one, alt } : one)))
                }
                onMove={(to) => move(at, to)}
                onRemove={() => remove(at)}
              />
            </li>
          ))}
        </ol>
      )}
      <UploadList uploads={uploads} onDismiss={dismiss} />
      <div class="drop" data-over={isOver || undefined}>
        <Icon name="picture" />
        <p>
          Drop pictures here, or{' '}
          <FileButton class="link-button" label="Pictures to upload" accept={PICTURES} multiple onFiles={upload}>
            choose files
          </FileButton>
        </p>
        <p class="quiet">JPEG, PNG, WebP, AVIF or GIF, up to 10 MB each.</p>
      </div>
      <span class="hidden" role="status">
        {moved}
      </span>
    </fieldset>
  )
}

interface PictureRowProps {
  picture: Picture
  at: number
  count: number
  onAlt: (alt: string) => void
  onMove: (to: number) => void
  onRemove: () => void
}

function PictureRow({ picture, at, count, onAlt, onMove, onRemove }: PictureRowProps) {
  const source = pictureSource(picture.url)
  return (
    <>
      <span class="picture-shown">
        {source ? (
          <img src={source} alt={picture.alt || `Picture ${at + 1}`} loading="lazy" draggable={false} />
        ) : (
          <Icon name="picture" />
        )}
      </span>
      <label class="picture-text">
        <span class="field-label">{at === 0 ? 'Main picture: what it shows' : `Picture ${at + 1}: what it shows`}</span>
        <input
          class="input"
          dir="auto"
          placeholder="For those who cannot see it"
          maxLength={500}
          value={picture.alt}
          onInput={({ currentTarget }) => onAlt(currentTarget.value)}
        />
      </label>
      <span class="picture-buttons">
        <MoveButton at={at} to={at - 1} isAllowed={at > 0} onMove={onMove} />
        <MoveButton at={at} to={at + 1} isAllowed={at < count - 1} onMove={onMove} />
        <button type="button" class="icon-button" aria-label={`Remove picture ${at + 1}`} onClick={onRemove}>
          <Icon name="trash" />
        </button>
      </span>
    </>
  )
}

interface MoveButtonProps {
  at: number
  to: number
  isAllowed: boolean
  onMove: (to: number) => void
}

/** Not `disabled` at the ends, where the focus would be lost. */
function MoveButton({ at, to, isAllowed, onMove }: MoveButtonProps) {
  const isEarlier = to < at
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={`Move picture ${at + 1} ${isEarlier ? 'up' : 'down'}`}
      aria-disabled={!isAllowed || undefined}
      onClick={() => isAllowed && onMove(to)}
    >
      <Icon name="down" data-up={isEarlier || undefined} />
    </button>
  )
}
