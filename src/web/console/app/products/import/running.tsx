import type { ComponentChildren } from 'preact'

interface RunningProps {
  label: string
  progress: { done: number; total: number } | null
  /** What one can do meanwhile. */
  children?: ComponentChildren
}

export function Running({ label, progress, children }: RunningProps) {
  return (
    <div class="card" role="status">
      <label class="progress">
        <span>{label}</span>
        <progress {...(progress && { value: progress.done, max: progress.total })} />
      </label>
      {children}
    </div>
  )
}
