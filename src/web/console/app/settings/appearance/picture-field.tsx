import { useId, useRef, useState } from 'preact/hooks'
import type { PictureAnswer } from '../../../../../shared/answers.ts'
import { pictureToUpload } from '../../data/picture-to-upload.ts'
import { requestJson, sitePath } from '../../data/request.ts'
import type { Control } from '../../parts/form/record-fields.tsx'
import { Icon } from '../../parts/icons.tsx'
import { sayError } from '../../parts/toasts.tsx'
import { useMayChange, useStoreName } from '../../session/store-context.tsx'
import { Mistake } from '../mistake.tsx'

export interface TypedPicture {
  /** Empty for none. */
  url: string
  alt: string
}

interface PictureFieldProps extends Control<TypedPicture> {
  label: string
}

/** Uploaded, or from an address. */
export function PictureField({ label, value, onChange, errors }: PictureFieldProps) {
  const store = useStoreName()
  const mayUpload = useMayChange('catalogue')
  const [isUploading, setUploading] = useState(false)
  const id = useId()
  /** Its description may be typed during the upload. */
  const latest = useRef(value)
  latest.current = value

  async function upload(file: File): Promise<void> {
    setUploading(true)
    try {
      const body = new FormData()
      body.append('file', await pictureToUpload(file), file.name)
      const { media } = await requestJson<PictureAnswer>(sitePath(store, 'media'), {
        method: 'POST',
        body,
      })
      onChange({ ...latest.current, url: media.url })
    } catch (error) {
      sayError(error as Error)
    } finally {
      setUploading(false)
    }
  }

  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      <div class="picture-row">
        {isAddress(value.url) && <img src={value.url} alt={value.alt} />}
        {mayUpload && (
          <>
            <input
              type="file"
              class="hidden"
              id={`${id}-file`}
              accept="image/*"
              aria-label={`Upload ${label.toLowerCase()}`}
              disabled={isUploading}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? []
                if (file) void upload(file)
                currentTarget.value = ''
              }}
            />
            <label class="button" for={`${id}-file`}>
              <Icon name="upload" /> {isUploading ? 'Uploading…' : 'Upload'}
            </label>
          </>
        )}
        {value.url && (
          <button
            type="button"
            class="button"
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => onChange({ url: '', alt: '' })}
          >
            Remove
          </button>
        )}
      </div>
      <label class="field">
        <span class="field-label">Address of the picture</span>
        <input
          class="input"
          value={value.url}
          placeholder="https://"
          onInput={({ currentTarget }) => onChange({ ...value, url: currentTarget.value })}
        />
        {!mayUpload && (
          <span class="field-hint">
            Pictures can be uploaded with a key for the catalogue, which yours is not. Give the address of one that is
            online already.
          </span>
        )}
      </label>
      <label class="field">
        <span class="field-label">Description</span>
        <input
          class="input"
          value={value.alt}
          maxLength={500}
          onInput={({ currentTarget }) => onChange({ ...value, alt: currentTarget.value })}
        />
        <span class="field-hint">For people who cannot see it.</span>
      </label>
      <Mistake errors={errors} />
    </fieldset>
  )
}

const isAddress = (url: string): boolean => /^(https?:\/\/.|\/(?!\/))/i.test(url)
