import { Icon } from '../../parts/icons.tsx'
import type { Upload } from './use-uploads.ts'

/** Files that are being uploaded, and those that were refused. */
export function UploadList({ uploads, onDismiss }: { uploads: readonly Upload[]; onDismiss: (key: number) => void }) {
  return (
    <>
      {uploads.map(({ key, name, failure }) => (
        <div key={key} class="upload" role={failure ? 'alert' : 'status'}>
          <bdi>{name}</bdi>
          {failure === null ? (
            <span class="quiet">Uploading…</span>
          ) : (
            <>
              <span class="field-mistake">{failure}</span>
              <button type="button" class="icon-button" aria-label={`Dismiss ${name}`} onClick={() => onDismiss(key)}>
                <Icon name="close" />
              </button>
            </>
          )}
        </div>
      ))}
    </>
  )
}
