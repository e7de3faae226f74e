import { Icon } from './icons.tsx'

/** An error, with the way to try again if there is one. */
export function Failure({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <div class="failure" role="alert">
      <Icon name="warning" />
      <p>{error.message}</p>
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}
