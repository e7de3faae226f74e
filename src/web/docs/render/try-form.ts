import { escapeHtml } from '../../../platform/text/text.ts'
import type { Operation, Parameter } from './openapi-document.ts'

interface Tried {
  method: string
  path: string
  operation: Operation
}

/** A form that the script sends; prefilled with the examples. */
export function tryForm({ method, path, operation }: Tried): string {
  const { operationId, parameters, requestBody, security, responses } = operation
  const [type = ''] = Object.keys(requestBody?.content ?? {})
  const body = requestBody?.content[type]
  const isShown = ({ in: place, required }: Parameter) => required || place === 'path'
  const fieldsOf = (list: Parameter[]) => list.map((parameter) => parameterField(operationId, parameter)).join('\n')
  const optional = fieldsOf(parameters.filter((parameter) => !isShown(parameter)))
  const fields = [
    fieldsOf(parameters.filter(isShown)),
    ...(security.some((scheme) => 'customer' in scheme) ? [tokenField(operationId)] : []),
    ...(body ? [bodyField(operationId, body.example)] : []),
    ...(optional ? [`<details class="optional"><summary>Optional parameters</summary>${optional}</details>`] : []),
  ]
  const answer = responses[200]
  const isStream = answer && 'content' in answer && answer.content && 'text/event-stream' in answer.content
  return `<details class="try"><summary>Try it</summary>
<form data-try="${escapeHtml(operationId)}" data-method="${method.toUpperCase()}" data-path="${escapeHtml(path)}"${type && ` data-type="${escapeHtml(type)}"`}${isStream ? ' data-stream' : ''}>
<noscript><p>Trying needs JavaScript.</p></noscript>
${fields.join('\n')}
<p class="actions"><button type="submit" disabled>Send</button><button type="button" class="stop" hidden>Stop</button></p>
<div class="code"><pre class="curl" role="group" tabindex="0" aria-label="The request for curl"><code></code></pre></div>
<div class="answer" hidden><p role="status"></p><dl></dl><div class="code"><pre role="group" tabindex="0" aria-label="The answer"><code></code></pre></div></div>
</form></details>
`
}

function parameterField(operationId: string, { name, in: place, required, schema, style, example }: Parameter): string {
  const isList = schema.type === 'array'
  // An optional filter or header would change what is shown.
  const isGiven = place === 'path' || required
  const value = isGiven && example !== undefined ? textOf(example) : ''
  const hint = isGiven || example === undefined ? '' : ` placeholder="${escapeHtml(textOf(example))}"`
  const notes = [...(isList ? ['one on each line'] : []), ...(style ? ['JSON'] : [])]
  const attributes = `data-in="${place}"${style ? ` data-style="${style}"` : ''}${isList ? ' data-list' : ''}${required ? ' required' : ''}${hint}`
  return field(operationId, name, { label: name, notes, value, attributes, choices: schema.enum, rows: isList ? 1 : 0 })
}

const tokenField = (operationId: string): string =>
  field(operationId, 'Authorization', {
    label: 'Customer’s token',
    notes: ['filled in by logIn and signUp'],
    value: '',
    attributes: 'data-in="token"',
    rows: 0,
  })

function bodyField(operationId: string, example: unknown): string {
  const text = example === undefined ? '' : JSON.stringify(example, null, 2)
  const rows = Math.min(text.split('\n').length + 1, 20)
  return field(operationId, 'body', { label: 'Body', notes: ['JSON'], value: text, attributes: 'data-in="body"', rows })
}

interface Field {
  label: string
  notes: string[]
  value: string
  attributes: string
  choices?: unknown[] | undefined
  /** 0 for a single line. */
  rows: number
}

function field(operationId: string, name: string, { label, notes, value, attributes, choices, rows }: Field): string {
  const id = escapeHtml(`try-${operationId}-${name}`)
  const text = escapeHtml(value)
  const common = `id="${id}" name="${escapeHtml(name)}" ${attributes}`
  const plain = 'autocomplete="off" autocapitalize="off" spellcheck="false"'
  const control = choices
    ? `<select ${common}><option value=""></option>${choices.map((choice) => `<option>${escapeHtml(String(choice))}</option>`).join('')}</select>`
    : rows > 0
      ? `<textarea ${common} ${plain} rows="${rows}">${text}</textarea>`
      : `<input ${common} ${plain} value="${text}">`
  const note = notes.length > 0 ? ` <span class="note">${escapeHtml(notes.join(', '))}</span>` : ''
  return `<p class="input"><label for="${id}">${escapeHtml(label)}${note}</label>${control}</p>`
}

const textOf = (example: unknown): string =>
  typeof example === 'string' ? example : Array.isArray(example) ? example.join('\n') : JSON.stringify(example)
