import type { ImportStateFragment } from '../../../../../generated/console/documents.ts'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { useFormats } from '../../session/store-context.tsx'
import { Running } from './running.tsx'

interface StateProps {
  current: ImportStateFragment | null
  upload: { file: File; sent: number } | null
  isAsking: boolean
  onCancel: () => void
}

/** How far an import is, or how it has ended. */
export function ImportState({ current, upload, isAsking, onCancel }: StateProps) {
  const formats = useFormats()
  if (upload) {
    const { file, sent } = upload
    return (
      <Running label="Uploading the file. Keep this page open." progress={{ done: sent, total: file.size }}>
        <p class="quiet">
          {megabytes(sent, formats.number)} of {megabytes(file.size, formats.number)}
        </p>
      </Running>
    )
  }
  if (!current) return null
  const { status, progress, stored, failure, endedAt } = current
  if (status === 'CHECKING' || status === 'IMPORTING') {
    const label =
      status === 'CHECKING'
        ? 'Checking the file. Nothing is stored yet.'
        : `Importing. ${countOf(stored, 'product')} added or changed so far.`
    return (
      <Running label={label} progress={{ done: progress, total: 100 }}>
        <p class="quiet">You can leave this page: it goes on, and you find it here.</p>
        <div class="form-actions">
          <button type="button" class="button" disabled={isAsking} onClick={onCancel}>
            {status === 'CHECKING' ? 'Cancel' : 'Stop the import'}
          </button>
        </div>
      </Running>
    )
  }
  if (status === 'FAILED' || status === 'CANCELLED') {
    return (
      <section class="banner" data-tone="bad" role="alert">
        <Icon name="warning" />
        <div class="banner-text">
          <strong>{status === 'FAILED' ? failure : 'Cancelled'}</strong>
          <p>
            {stored === 0
              ? 'Nothing was stored.'
              : `${countOf(stored, 'product')} had been added or changed and stay as they are. Import the file again to go on.`}
          </p>
        </div>
      </section>
    )
  }
  return status === 'DONE' && endedAt ? <p class="quiet">Imported {formats.ago(endedAt)}.</p> : null
}

const megabytes = (bytes: number, number: (value: number) => string): string =>
  `${number(Math.round(bytes / 100_000) / 10)} MB`
