import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { ConfirmDialog } from '../confirm.tsx'
import { Failure } from '../failure.tsx'
import type { useRecordForm } from './record-form.tsx'

type Record = ReturnType<typeof useRecordForm>

interface RecordFrameProps {
  /** Of `useRecordForm`. */
  record: Pick<Record, 'isSaving' | 'error' | 'isRestored' | 'discard' | 'blocker' | 'conflict'> & {
    form: Pick<Record['form'], 'handleSubmit' | 'AppForm' | 'SaveButton' | 'DiscardButton'>
  }
  /** For screen readers: what is edited. */
  label: string
  /** Without it, the fields only show. */
  mayChange: boolean
  /** On the button that saves. */
  save?: string
  /** Behind the buttons. */
  beside?: ComponentChildren
  /** Closes the form. Without it, changes can be discarded. */
  onCancel?: () => void
  children: ComponentChildren
}

const LEAVING = {
  title: 'Leave without saving?',
  text: 'What you have changed here will be lost.',
  action: 'Leave',
  cancel: 'Stay',
}

/**
 * The form around a record's fields: what was restored after a reload, why the server has refused it, both versions
 * after OUTDATED_VERSION, and the question before unsaved changes are left behind. Its buttons stay in view.
 */
export function RecordFrame({ record, label, mayChange, save, beside, onCancel, children }: RecordFrameProps) {
  const { form, isSaving, error, isRestored, discard, blocker, conflict } = record
  const leave = (goOn: boolean) => {
    if (blocker.status !== 'blocked') return
    if (!goOn) return blocker.reset()
    discard()
    blocker.proceed()
  }
  return (
    <form
      class="form"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void form.handleSubmit()
      }}
    >
      {isRestored && (
        <div class="banner" data-tone="warn" role="status">
          <p class="banner-text">What you had not saved is here again.</p>
          <button type="button" class="button" onClick={discard}>
            Discard it
          </button>
        </div>
      )}
      {error && <Failure error={error} />}
      {!mayChange && <p class="hint">The key you are logged in with may see this, but not change it.</p>}
      <Fields mayChange={mayChange} isSaving={isSaving}>
        {children}
      </Fields>
      {mayChange && (
        <div class="form-actions form-bar">
          <form.AppForm>
            <form.SaveButton>{save}</form.SaveButton>
            {!onCancel && <form.DiscardButton onDiscard={discard} />}
          </form.AppForm>
          {onCancel && (
            <button type="button" class="button" onClick={onCancel}>
              Cancel
            </button>
          )}
          {beside}
        </div>
      )}
      {conflict}
      <ConfirmDialog isOpen={blocker.status === 'blocked'} question={LEAVING} onEnd={leave} />
    </form>
  )
}

interface FieldsProps {
  mayChange: boolean
  isSaving: boolean
  children: ComponentChildren
}

/** Nothing is typed while the record is saved, since what comes back replaces it. The focus is then where it was. */
function Fields({ mayChange, isSaving, children }: FieldsProps) {
  const focused = useRef<Element | null>(null)
  if (isSaving) focused.current ??= document.activeElement
  useLayoutEffect(() => {
    if (isSaving) return
    const before = focused.current
    focused.current = null
    if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
  }, [isSaving])
  return (
    <fieldset class="form bare" disabled={!mayChange || isSaving}>
      {children}
    </fieldset>
  )
}
