import type { Progress } from './use-import.ts'

interface RunningProps {
  /** Null when nothing runs. */
  kind: 'try' | 'import' | null
  progress: Progress | null
}

export function Running({ kind, progress }: RunningProps) {
  if (kind === null) return null
  return (
    <div class="card" role="status">
      <label class="progress">
        <span>{kind === 'try' ? 'Checking the file. Nothing is stored yet.' : 'Importing…'}</span>
        <progress {...(progress && { value: progress.done, max: progress.total })} />
      </label>
    </div>
  )
}
