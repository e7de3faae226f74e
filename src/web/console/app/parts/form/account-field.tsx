import type { ComponentChildren, InputEventHandler } from 'preact'
import { useId, useState } from 'preact/hooks'

interface AccountFieldProps {
  label: string
  name: string
  hint?: ComponentChildren
  /** What is wrong with what was sent. */
  mistake?: string | undefined
  /** Instead of a text field. */
  children?: (control: { id: string; name: string; 'aria-describedby'?: string }) => ComponentChildren
}

interface Input {
  class?: string
  type?: 'text' | 'email'
  inputMode?: 'email' | 'numeric'
  /** A token of the HTML specification, for browsers and password managers. */
  autocomplete?: string
  autocapitalize?: 'none' | 'words' | 'characters'
  /** What the key of a phone's keyboard says. */
  enterkeyhint?: 'next' | 'go'
  maxLength?: number
  placeholder?: string
  value?: string
  onInput?: InputEventHandler<HTMLInputElement>
}

/** A field of the pages that are there before a store is: its label, and beneath it a hint and what is wrong. */
export function AccountField({ label, name, hint, mistake, children, ...input }: AccountFieldProps & Input) {
  const id = useId()
  const described = [mistake && `${id}-mistake`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const control = {
    id,
    name,
    ...(described !== '' && { 'aria-describedby': described }),
    ...(mistake && { 'aria-invalid': true }),
  }
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {children ? (
        children(control)
      ) : (
        <input class="input" spellcheck={false} {...input} type={input.type as 'text'} {...control} />
      )}
      {mistake && (
        <span class="field-mistake" id={`${id}-mistake`}>
          {mistake}
        </span>
      )}
      {hint && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}

/** A password, which can be looked at while it is typed. */
export function PasswordField({ hint, ...props }: AccountFieldProps & Input) {
  const [isShown, setShown] = useState(false)
  const { label, name, mistake, ...input } = props
  return (
    <AccountField label={label} name={name} mistake={mistake} hint={hint}>
      {(control) => (
        <span class="input-with-button">
          <input
            class="input"
            {...input}
            type={(isShown ? 'text' : 'password') as 'text'}
            autocapitalize="none"
            spellcheck={false}
            {...control}
          />
          <button
            type="button"
            class="link-button"
            aria-label={`${isShown ? 'Hide' : 'Show'} the ${label.toLowerCase()}`}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </span>
      )}
    </AccountField>
  )
}
