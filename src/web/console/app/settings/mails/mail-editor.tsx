import { useMemo, useRef } from 'preact/hooks'
import {
  MailPreviewDocument,
  type MailTemplateTextFragment,
  SetMailTemplateDocument,
} from '../../../../../generated/console/documents.ts'
import { useChange, useData } from '../../data/use-data.ts'
import { Badge } from '../../parts/badge.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useRecordForm } from '../../parts/form/record-form.tsx'
import { RecordFrame } from '../../parts/form/record-frame.tsx'
import { PreviewFrame } from '../../parts/preview-frame.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { useLater } from '../../parts/use-later.ts'
import { useMayChange } from '../../session/store-context.tsx'

const WAIT_MS = 400
const MAIL_QUERIES = ['MailTemplates', 'MailPreview']

interface MailEditorProps {
  template: MailTemplateTextFragment
  title: string
}

/** Subject and text of one mail, with how it looks beside them. */
export function MailEditor({ template, title }: MailEditorProps) {
  const { name, subject, body, isOwn, placeholders } = template
  const mayChange = useMayChange('settings')
  const values = useMemo(() => ({ subject, body }), [subject, body])
  const set = useChange(SetMailTemplateDocument, { invalidates: MAIL_QUERIES })
  const record = useRecordForm({
    draft: `mail:${name}`,
    values,
    version: null,
    labels: { subject: 'Subject', body: 'Text' },
    save: (typed) => set.mutateAsync({ name, subject: typed.subject, body: typed.body }),
  })
  const { fields, form } = record

  function restoreStandard(): void {
    const own = { subject, body }
    set.mutate(
      { name, subject: null, body: null },
      {
        onSuccess() {
          record.discard()
          say('The standard text is used again', () =>
            set.mutate({ name, ...own }, { onSuccess: () => say('Your text is back'), onError: sayError }),
          )
        },
        onError: sayError,
      },
    )
  }

  return (
    <RecordFrame
      record={record}
      label={title}
      mayChange={mayChange}
      beside={
        isOwn && (
          <button type="button" class="button" disabled={set.isPending} onClick={restoreStandard}>
            Use the standard text again
          </button>
        )
      }
    >
      <div class="preview">
        <section class="card">
          <div class="card-head">
            <h2>{title}</h2>
            {isOwn ? <Badge tone="good">Your text</Badge> : <Badge>Standard text</Badge>}
          </div>
          {fields.text('subject', { maxLength: 200 })}
          {fields.longText('body', { rows: 14, hint: 'An empty line begins a new paragraph.' })}
          <p class="quiet">
            What stands in double braces is replaced:{' '}
            {placeholders.map((placeholder, index) => (
              <span key={placeholder}>
                {index > 0 && ', '}
                <code>{`{{${placeholder}}}`}</code>
              </span>
            ))}
          </p>
        </section>
        <div class="preview-side">
          <form.Subscribe selector={({ values }) => values}>
            {(typed) => <Preview name={name} subject={typed.subject} body={typed.body} />}
          </form.Subscribe>
        </div>
      </div>
    </RecordFrame>
  )
}

function Preview(draft: Pick<MailTemplateTextFragment, 'name' | 'subject' | 'body'>) {
  // As text, since each rendering makes a new object.
  const { name, subject, body } = JSON.parse(useLater(JSON.stringify(draft), WAIT_MS)) as typeof draft
  const { data, error, isPlaceholderData } = useData(MailPreviewDocument, { name, subject, body })
  // The frame follows once the draft is known to be without mistakes.
  const shown = useRef<Record<string, string> | null>(null)
  if (data && !isPlaceholderData) shown.current = { name, subject, body }
  if (error) return <Failure error={error} />
  return (
    <>
      <p class="wrap-text">
        <span class="quiet">With a made-up order.</span> <strong>{data?.mailPreview?.subject}</strong>
      </p>
      {shown.current && <PreviewFrame title="How the mail looks" path="mail-preview" fields={shown.current} />}
    </>
  )
}
