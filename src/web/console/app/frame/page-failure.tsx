import type { ErrorComponentProps } from '@tanstack/react-router'
import { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { sayError } from '../parts/toasts.tsx'
import { listSessions } from '../session/sessions.ts'

/** A page that broke, or whose script did not load: without a connection, or because the server was updated meanwhile. */
export function PageFailure({ error }: ErrorComponentProps) {
  return <Failure error={error instanceof RequestError ? error : new Error(messageOf(error))} onRetry={reload} />
}

function messageOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return /import|module/i.test(reason)
    ? 'This page could not be loaded. The console may have been updated; reload to go on.'
    : `This page has an error: ${reason}`
}

/** Only when the server answers: otherwise the browser's own error page would take the console's place. */
const reload = (): void =>
  void listSessions().then(
    () => location.reload(),
    (error: Error) => sayError(error),
  )
