/// <reference lib="dom" />
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Failure } from '../parts/failure.tsx'
import { AccountField } from '../parts/form/account-field.tsx'
import { useEntryForm } from '../parts/form/use-entry-form.ts'

interface UseCodeProps<Result> {
  title: string
  text: ComponentChildren
  action: string
  send: (code: string) => Promise<Result>
  onDone: (result: Result) => void
}

/** A button for the code after `#`, or a field for it. Opening the page sends nothing. */
export function UseCode<Result>({ title, text, action, send, onDone }: UseCodeProps<Result>) {
  const [code] = useState(() => location.hash.slice(1))
  const entry = useEntryForm({
    required: { token: 'Enter the code.' },
    ...(code && { given: { token: code } }),
    send: async ({ token }) => onDone(await send(token)),
  })
  return (
    <form class="form" {...entry.form}>
      <h1>{title}</h1>
      <p>{text}</p>
      {entry.error && <Failure error={entry.error} />}
      {!code && (
        <AccountField
          label="Code"
          {...entry.field('token')}
          class="input input-code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          enterkeyhint="go"
          maxLength={200}
          hint="It is in the mail."
        />
      )}
      <button type="submit" class="button button-main" disabled={entry.isPending}>
        {entry.isPending ? 'Sending…' : action}
      </button>
    </form>
  )
}
