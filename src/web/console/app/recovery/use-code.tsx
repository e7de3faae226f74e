/// <reference lib="dom" />
import { useMutation } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { RequestError } from '../data/request.ts'
import { Failure } from '../parts/failure.tsx'
import { AccountField } from '../parts/form/account-field.tsx'
import { useRefusal } from '../parts/form/use-refusal.ts'

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
  const refusal = useRefusal(code ? [] : ['token', 'code'])
  const { mistakes, error } = refusal
  const sending = useMutation<Result, RequestError, string>({
    mutationFn: send,
    gcTime: 0,
    onSuccess: onDone,
    onError: refusal.refuseFor,
  })
  return (
    <form
      ref={refusal.form}
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = code || String(new FormData(event.currentTarget).get('token') ?? '').trim()
        if (refusal.refuseMissing(typed === '' ? { token: 'Enter the code.' } : {})) return
        refusal.clearAll()
        sending.mutate(typed)
      }}
    >
      <h1>{title}</h1>
      <p>{text}</p>
      {error && <Failure error={error} />}
      {!code && (
        <AccountField
          label="Code"
          name="token"
          class="input input-code"
          autocomplete="one-time-code"
          autocapitalize="characters"
          enterkeyhint="go"
          maxLength={200}
          mistake={mistakes.token}
          hint="It is in the mail."
          onInput={() => refusal.clear('token')}
        />
      )}
      <button type="submit" class="button button-main" disabled={sending.isPending}>
        {sending.isPending ? 'Sending…' : action}
      </button>
    </form>
  )
}
