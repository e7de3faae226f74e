import { useMutation } from '@tanstack/react-query'
import type { TargetedSubmitEvent } from 'preact'
import type { RequestError } from '../../data/request.ts'
import { useRefusal } from './use-refusal.ts'

interface EntryFormOptions<Name extends string> {
  /** What is sent, each with the message while its field is empty. */
  required: Readonly<Record<Name, string>>
  /** What is known, such as the code of a link, and has no field. */
  given?: Partial<Record<Name, string>>
  /** @throws RequestError, which is shown at its fields */
  send: (values: Record<Name, string>, form: HTMLFormElement) => Promise<unknown>
  /** @returns whether that was all: then nothing is shown */
  onRefused?: (failure: RequestError) => boolean
}

/** Blanks around them count. */
const isPassword = (name: string): boolean => name === 'password' || name === 'current'

/**
 * A form of a few `AccountField`s that is sent as a whole: `form` goes to the form, `field(name)` to each field. What is
 * in the fields is read when it is sent, since a password manager may fill and send them at once.
 */
export function useEntryForm<Name extends string>({ required, given = {}, send, onRefused }: EntryFormOptions<Name>) {
  // Object.keys loses the type of the names.
  const names = Object.keys(required) as Name[]
  const refusal = useRefusal(names.filter((name) => !given[name]))
  const sending = useMutation<unknown, RequestError, { values: Record<Name, string>; form: HTMLFormElement }>({
    mutationFn: ({ values, form }) => send(values, form),
    // Passwords and codes are in it.
    gcTime: 0,
    onError: (failure) => {
      if (!onRefused?.(failure)) refusal.refuseFor(failure)
    },
  })
  return {
    form: {
      ref: refusal.form,
      noValidate: true,
      onSubmit(event: TargetedSubmitEvent<HTMLFormElement>) {
        event.preventDefault()
        const form = event.currentTarget
        const typed = new FormData(form)
        const textOf = (name: Name): string => {
          const text = given[name] ?? String(typed.get(name) ?? '')
          return isPassword(name) ? text : text.trim()
        }
        // Object.fromEntries loses the names.
        const values = Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<Name, string>
        const missing = names.filter((name) => values[name] === '').map((name) => [name, required[name]])
        if (refusal.refuseMissing(Object.fromEntries(missing))) return
        refusal.clearAll()
        sending.mutate({ values, form })
      },
    },
    field: (name: Name) => ({ name, mistake: refusal.mistakes[name], onInput: () => refusal.clear(name) }),
    error: refusal.error,
    isPending: sending.isPending,
    refuseFor: refusal.refuseFor,
    clearAll: refusal.clearAll,
  }
}
