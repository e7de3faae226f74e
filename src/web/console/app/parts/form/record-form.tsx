import { useBlocker } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { draftPlace } from '../../data/drafts.ts'
import { RequestError } from '../../data/request.ts'
import { useStore } from '../../session/store-context.tsx'
import { say } from '../toasts.tsx'
import { Conflict, differencesOf, isSame, mergedOf } from './conflict.tsx'
import { useAppForm } from './fields.tsx'
import { type AnyAppField, recordFields } from './record-fields.tsx'
import type { TypedKind } from './typed-numbers.ts'

const NOT_SAVED = 'This is not saved yet: correct the fields that are marked.'

/** What is typed into a form, by field. */
type Values = Record<string, unknown>

interface RecordFormOptions<FormValues extends Values> {
  /** Unsaved changes are kept under it through a reload; one name for each record. */
  draft: string
  /** Of the record as it was read. */
  values: FormValues
  /** Of the record; null for a new one. */
  version: number | null
  /** @throws RequestError */
  save: (values: FormValues, version: number | null) => Promise<unknown>
  /** Reads the record again, after OUTDATED_VERSION. @throws RequestError */
  read?: () => Promise<{ values: FormValues; version: number }>
  /** The words for fields, in the form and where both versions are compared. Fields that are not named are not compared. */
  labels: Partial<Record<keyof FormValues & string, string>>
  /** Of fields for numbers. */
  kinds?: { [Name in keyof FormValues]?: TypedKind | undefined }
  /** How values that are no plain texts and numbers are written there. */
  shownAs?: Partial<Record<keyof FormValues & string, (value: unknown) => string>>
  /** Where a mistake of the server belongs: its field to the form's. The same name when left out. */
  fieldOf?: (path: string) => string
  /** What is said when it is saved. */
  saved?: string
}

interface Draft<FormValues> {
  values: FormValues
  version: number | null
  /** What the changes were made to. */
  before: FormValues
}

/**
 * A form for a record that others may edit as well. Unsaved changes survive a reload, and leaving asks first; the
 * server's mistakes stand at their fields; when somebody else was faster both versions are shown.
 */
export function useRecordForm<FormValues extends Values>(options: RecordFormOptions<FormValues>) {
  const { session, formats } = useStore()
  const { store } = session
  const place = draftPlace(store, options.draft)
  const [first] = useState(() => readDraft<FormValues>(place))
  const [isRestored, setRestored] = useState(first !== null)
  /** Also while a conflict is resolved, when nothing is submitted. */
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<RequestError | null>(null)
  const [conflict, setConflict] = useState<{ values: FormValues; version: number; mine: FormValues } | null>(null)
  /** What the typed values are based on. */
  const base = useRef(
    first ? { values: first.before, version: first.version } : { values: options.values, version: options.version },
  )
  const latest = useRef(options)
  latest.current = options
  const [saves, setSaves] = useState(0)

  const form = useAppForm({
    defaultValues: options.values,
    // The server's mistake is about what was there before, and would keep the form from being sent again.
    listeners: {
      onChange: ({ fieldApi }) =>
        fieldApi.setMeta((meta) => ({ ...meta, errorMap: { ...meta.errorMap, onServer: undefined } })),
    },
    onSubmit: async ({ value }) => {
      setError(null)
      await send(value as FormValues, base.current.version)
    },
  })

  // Before any field is rendered, so that nobody sees the record's own values first.
  useState(() => {
    for (const [name, value] of Object.entries(first?.values ?? {})) form.setFieldValue(name as never, value as never)
  })

  async function send(values: FormValues, version: number | null): Promise<void> {
    const { save, read, saved = 'Saved', fieldOf = (path) => path } = latest.current
    setSaving(true)
    try {
      await save(values, version)
      sessionStorage.removeItem(place)
      setRestored(false)
      setConflict(null)
      form.reset(values as never)
      setSaves((count) => count + 1)
      say(saved)
    } catch (failure) {
      const refused = failure as RequestError
      if (refused.reason === 'OUTDATED_VERSION' && read) {
        const theirs = await read().catch((lost: RequestError) => setError(lost))
        if (!theirs) return
        // What has changed is shown elsewhere, such as in another form of the same record.
        const isElsewhere = isSame(theirs.values, base.current.values)
        if (theirs.version !== version && isElsewhere) {
          base.current = theirs
          return send(values, theirs.version)
        }
        if (theirs.version !== version) return setConflict({ ...theirs, mine: values })
      }
      const mistakes = refused.mistakes ?? []
      let placed = 0
      const byField = new Map<string, string[]>()
      for (const { field, message } of mistakes)
        byField.set(fieldOf(field), [...(byField.get(fieldOf(field)) ?? []), message])
      for (const [name, said] of byField) {
        const { [name]: shown } = form.fieldInfo as Record<string, { instance: unknown } | undefined>
        if (shown?.instance || name in values) {
          placed += said.length
          const onServer = inOneText(said)
          form.setFieldMeta(name as never, (meta) => ({ ...meta, errorMap: { ...meta.errorMap, onServer } }))
        }
      }
      // What stands at the fields is not said again, with their names in the schema.
      const areAllPlaced = placed > 0 && placed === mistakes.length
      setError(areAllPlaced ? new RequestError(refused.code, NOT_SAVED, mistakes, refused) : refused)
    } finally {
      setSaving(false)
    }
  }

  // Before the fields are painted, so that the first letter is part of the draft.
  useLayoutEffect(() => {
    const { unsubscribe } = form.store.subscribe(() => {
      const { values, isDirty } = form.state
      if (isDirty) {
        const { values: before, version } = base.current
        const draft: Draft<FormValues> = { values: values as FormValues, version, before }
        sessionStorage.setItem(place, JSON.stringify(draft))
      } else {
        sessionStorage.removeItem(place)
      }
    }) as { unsubscribe: () => void }
    return unsubscribe
  }, [form, place])

  // A record that was read again replaces what is shown, unless something was typed.
  useEffect(() => {
    if (form.state.isDirty) return
    base.current = { values: options.values, version: options.version }
    form.reset(options.values as never)
  }, [form, options.values, options.version, saves])

  const blocker = useBlocker({
    shouldBlockFn: () => form.state.isDirty && !form.state.isSubmitting,
    enableBeforeUnload: () => form.state.isDirty,
    withResolver: true,
  })

  const discard = () => {
    sessionStorage.removeItem(place)
    setRestored(false)
    setError(null)
    base.current = { values: options.values, version: options.version }
    form.reset(options.values as never)
  }

  const fields = conflict
    ? differencesOf(options.labels, { before: base.current.values, mine: conflict.mine, theirs: conflict.values })
    : []

  return {
    form,
    // Its type follows the values' names, which only callers know; `recordFields` checks them instead.
    fields: recordFields<FormValues>(
      form.AppField as unknown as AnyAppField,
      options.labels,
      options.kinds ?? {},
      formats.numbers,
    ),
    isSaving,
    error,
    isRestored,
    discard,
    blocker,
    conflict: conflict && (
      <Conflict
        fields={fields}
        shownAs={options.shownAs}
        onClose={() => setConflict(null)}
        onChoose={async (theirs) => {
          const { values, version, mine } = conflict
          const merged = mergedOf({ before: base.current.values, mine, theirs: values }, theirs)
          base.current = { values, version }
          setConflict(null)
          for (const [name, value] of Object.entries(merged)) form.setFieldValue(name as never, value as never)
          await send(merged, version)
        }}
      />
    ),
  }
}

function readDraft<FormValues>(place: string): Draft<FormValues> | null {
  try {
    const text = sessionStorage.getItem(place)
    return text === null ? null : (JSON.parse(text) as Draft<FormValues>)
  } catch {
    return null
  }
}

const MOST_SAID = 3

/** A list can have many entries with mistakes. */
function inOneText(messages: readonly string[]): string {
  const said = messages.slice(0, MOST_SAID).join(' ')
  return messages.length > MOST_SAID ? `${said} And ${messages.length - MOST_SAID} more.` : said
}
