import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../../../platform/package.ts'
import { escapeHtml } from '../../../platform/text/text.ts'
import { heading, paragraphs, prose } from './html.ts'
import { codeBlock } from './markdown.ts'
import type { Answer, Document, Operation } from './openapi-document.ts'
import { nameOf, OF_PROVIDER } from './openapi-document.ts'
import type { Page, Section } from './page.ts'
import { fieldItem, fieldList, named, typeOf } from './rest-schema.ts'
import { tryForm } from './try-form.ts'

interface Placed {
  method: string
  path: string
  operation: Operation
}

const GROUP = 'REST'

/** A page for each tag of `schema/openapi.json`, and one of all operations. */
export async function restPages(): Promise<Page[]> {
  const document: Document = JSON.parse(await readFile(join(packageRoot, 'schema', 'openapi.json'), 'utf8'))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ method, path, operation })),
  )
  const tags = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  return [overview(document, tags), ...tags.map((tag) => tagPage(tag, document))]
}

type Tag = Document['tags'][number] & { operations: Placed[] }

const tagPath = (name: string): string => `rest/${name}`
const titleOf = (name: string): string => capitalized(name.replaceAll('-', ' '))
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const signature = ({ method, path, operation: { operationId } }: Placed): string =>
  `<span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code> ${methodOfClient(operationId)}`

const methodOfClient = (id: string): string =>
  `<code class="id">${id === OF_PROVIDER ? id : `shop.<wbr>${id}()`}</code>`

function overview({ info, components }: Document, tags: Tag[]): Page {
  const lists = tags.map(({ name, description, operations }) => {
    const items = operations.map(
      (placed) =>
        `<li><a href="docs:${tagPath(name)}#${placed.operation.operationId}">${prose(sentence(placed.operation))}</a><span class="endpoint">${signature(placed)}</span></li>`,
    )
    return `${heading(2, name, escapeHtml(titleOf(name)))}<p>${prose(description)}</p><ul class="operations">${items.join('\n')}</ul>`
  })
  const intro = `${info.description} ${components.securitySchemes.customer.description}`
  return {
    path: 'rest',
    title: 'All operations',
    summary: 'Every path of the REST API.',
    group: GROUP,
    body: `${heading(1, 'rest', 'REST')}${paragraphs(info.description)}
<p>A customer’s requests carry <code>Authorization: Bearer …</code>. ${prose(components.securitySchemes.customer.description)}</p>
<p>Beside each path is its method in the <a href="docs:client">TypeScript client</a>, whose name is the operation id. The forms send real requests to this service, to the store that they name. <a href="gateway:openapi.json">openapi.json</a> is the same for programs. <a href="docs:errors">Errors</a>, <a href="docs:limits">limits</a> and <a href="docs:http">headers</a> are described in the guides.</p>
${lists.join('\n')}`,
    sections: [
      { anchor: '', contents: null, entry: { title: 'REST', kind: 'REST', text: intro } },
      ...tags.map(({ name }) => ({ anchor: name, contents: { level: 2, text: titleOf(name) }, entry: null })),
    ],
  }
}

/** Summaries end with a full stop, as headings do not. */
const sentence = ({ summary }: Operation): string => summary.replace(/\.$/, '')

function tagPage({ name, description, operations }: Tag, document: Document): Page {
  const title = titleOf(name)
  return {
    path: tagPath(name),
    title,
    summary: description,
    group: GROUP,
    body: `${heading(1, 'top', escapeHtml(title))}<p class="lead">${prose(description)}</p>
${operations.map((placed) => operationSection(placed, document)).join('\n')}`,
    sections: [
      { anchor: '', contents: null, entry: { title, kind: 'REST', text: description } },
      ...operations.map((placed) => section(placed, document)),
    ],
  }
}

function section({ method, path, operation }: Placed, { components }: Document): Section {
  const { operationId, description, parameters, requestBody } = operation
  const [body] = Object.values(requestBody?.content ?? {})
  const fields = body ? Object.keys(named(body.schema, components.schemas).properties ?? {}) : []
  const names = [...parameters.map(({ name }) => name), ...fields].join(' ')
  const text = `${method.toUpperCase()} ${path} ${operationId} ${description} ${names}`
  const title = sentence(operation)
  return { anchor: operationId, contents: { level: 2, text: title }, entry: { title, kind: 'REST', text } }
}

function operationSection(placed: Placed, document: Document): string {
  const { operation } = placed
  const { operationId, description, parameters, deprecated } = operation
  const { schemas } = document.components
  const inputs = parameters.map(({ name, in: place, required, description, schema, deprecated }) =>
    fieldItem({
      name,
      field: { ...named(schema, schemas), description, ...(deprecated && { deprecated }) },
      type: typeOf(schema, schemas),
      marks: ` <span class="place">${place}</span>${required ? ' <span class="required">required</span>' : ''}`,
    }),
  )
  return `<section class="operation">
${heading(2, operationId, prose(sentence(operation)))}<p class="endpoint">${signature(placed)}</p>
${deprecated ? '<p class="deprecated">Deprecated</p>' : ''}${paragraphs(description)}${tokenNote(operation)}
${tryForm(placed)}
${inputs.length === 0 ? '' : `<h3>Parameters</h3><ul class="fields">${inputs.join('\n')}</ul>`}
${bodyPart(operation, document)}
${answerPart(operation, document)}
${refusalsPart(operation, document)}
</section>`
}

function tokenNote({ security }: Operation): string {
  if (!security.some((scheme) => 'customer' in scheme)) return ''
  const isOptional = security.some((scheme) => !('customer' in scheme))
  return `<p class="token">${isOptional ? 'A customer’s token is optional.' : 'Needs a customer’s token.'}</p>`
}

function bodyPart({ requestBody }: Operation, { components }: Document): string {
  if (!requestBody) return ''
  const [body] = Object.values(requestBody.content)
  if (!body) return ''
  const types = Object.keys(requestBody.content)
    .map((type) => `<code>${escapeHtml(type)}</code>`)
    .join(', ')
  return `<h3>Body</h3><p class="types">${types}</p>${fieldList(body.schema, components.schemas)}${example(body.example)}`
}

function answerPart({ responses }: Operation, { components }: Document): string {
  const answer = responses[200]
  if (!answer || !('description' in answer)) return ''
  const contents = Object.entries(answer.content ?? {}).map(([type, { schema, example: shown }]) => {
    if (type !== 'application/json') return `<p class="types"><code>${escapeHtml(type)}</code></p>${example(shown)}`
    return `${fieldList(schema, components.schemas)}${example(shown)}`
  })
  const lead = answer.description === 'Success.' ? '' : `<p>${prose(answer.description)}</p>`
  return `<h3>Answer</h3>${lead}${contents.join('\n')}`
}

const example = (value: unknown): string => {
  if (value === undefined) return ''
  return typeof value === 'string' ? codeBlock(value.trimEnd()) : codeBlock(JSON.stringify(value, null, 2), 'json')
}

function refusalsPart({ responses }: Operation, { components }: Document): string {
  const items = Object.entries(responses).flatMap(([status, answer]) => {
    const found: Answer | undefined = '$ref' in answer ? components.responses[nameOf(answer)] : undefined
    return found ? [`<li><code>${status}</code> ${prose(found.description)}</li>`] : []
  })
  if (items.length === 0) return ''
  return `<details class="refusals"><summary>Errors</summary><ul>${items.join('')}</ul><p><a href="docs:errors">All error codes</a></p></details>`
}
