import { Link, useSearch } from '@tanstack/react-router'
import { type ChangeSubjectKind, ChangesDocument } from '../../../../../generated/console/documents.ts'
import type { Role } from '../../../../../shared/answers.ts'
import { useData } from '../../data/use-data.ts'
import { actorName } from '../../parts/actor.ts'
import { Empty } from '../../parts/empty.tsx'
import { ChoiceFilter, Filters } from '../../parts/filters.tsx'
import { words } from '../../parts/formats.ts'
import { Pager } from '../../parts/pager.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { roleWithMoney, roleWords } from '../../session/role-words.ts'
import { useFormats } from '../../session/store-context.tsx'
import { scopeTitle } from '../keys/scope-words.ts'
import { type Change, fieldName, valueText } from './change-words.ts'

const PAGE = 50

/** What a change can be about: the name of one, and of them all. */
const kinds: Record<ChangeSubjectKind, readonly [one: string, all: string]> = {
  SETTINGS: ['Settings', 'Settings'],
  PRODUCT: ['Product', 'Products'],
  PICTURE: ['Picture', 'Pictures'],
  REVIEW: ['Review of', 'Reviews'],
  DISCOUNT: ['Discount', 'Discounts'],
  SHIPPING_ZONE: ['Delivery zone', 'Delivery zones'],
  PAYMENT_METHOD: ['Payment method', 'Payment methods'],
  MAIL_TEMPLATE: ['Mail', 'Mails'],
  PAGE: ['Page', 'Pages'],
  REDIRECT: ['Redirect', 'Redirects'],
  PAYMENT_ACCOUNT: ['Online payments', 'Online payments'],
  WEBHOOK: ['Webhook', 'Webhooks'],
  KEY: ['Key', 'Keys'],
  MEMBER: ['Person', 'People'],
  INVITATION: ['Invitation of', 'Invitations'],
}

const choices = Object.entries(kinds).map(([kind, [, all]]) => [kind, all] as const)

const isKind = (asked: string | undefined): asked is ChangeSubjectKind =>
  asked !== undefined && Object.hasOwn(kinds, asked)

const verbs: Record<Change['action'], string> = {
  CREATED: 'created',
  CHANGED: 'changed',
  DELETED: 'deleted',
  IMPORTED: 'imported',
}

/** Where others say better what was done. */
const betterVerbs: Partial<Record<ChangeSubjectKind, Partial<typeof verbs>>> = {
  MEMBER: { CREATED: 'joined', DELETED: 'removed, or left' },
  INVITATION: { CREATED: 'made', DELETED: 'ended' },
}

export default function HistorySection() {
  const { subject, id, after } = useSearch({ from: '/s/$store/settings/$section' })
  const kind = isKind(subject) ? subject : undefined
  const one = kind && id ? id : null
  const query = useData(ChangesDocument, {
    first: PAGE,
    after: after ?? null,
    subject: kind ? { kind, id: one } : null,
  })
  return (
    <>
      <Filters>
        {one === null ? (
          <ChoiceFilter label="What was changed" name="subject" value={kind} options={choices} all="Everything" />
        ) : (
          <Link to="." search={{}}>
            Show the changes of everything
          </Link>
        )}
      </Filters>
      <QueryView query={query}>
        {({ changes }) =>
          changes &&
          (changes.nodes.length === 0 ? (
            <Empty title={kind ? 'Nothing of this was changed' : 'Nothing was changed yet'}>
              Changes are listed here for 90 days. Orders have a history of their own.
            </Empty>
          ) : (
            <>
              <ol class="card timeline" aria-label="Changes">
                {changes.nodes.map((change) => (
                  <OneChange key={change.id} change={change} />
                ))}
              </ol>
              <Pager of="changes" page={changes} />
            </>
          ))
        }
      </QueryView>
    </>
  )
}

function OneChange({ change }: { change: Change }) {
  const formats = useFormats()
  const { actor, action, at, detail, subject } = change
  const fields = shownFields(change)
  const name = nameOf(subject)
  return (
    <li>
      <p class="wrap-text">
        <strong>
          {kinds[subject.kind][action === 'IMPORTED' ? 1 : 0]} {name && <bdi>“{name}”</bdi>}
        </strong>{' '}
        {betterVerbs[subject.kind]?.[action] ?? verbs[action]}
      </p>
      <p class="quiet">
        <bdi>{actorName(actor)}</bdi> ·{' '}
        <time dateTime={at} title={formats.dateTime(at)}>
          {formats.ago(at)}
        </time>
      </p>
      {detail && <p class="wrap-text">{detailText(subject.kind, detail)}</p>}
      {fields.length > 0 && (
        <ul>
          {fields.map((field) => (
            <li key={field.name} class="wrap-text">
              <bdi>{fieldName(field.name)}</bdi>
              {field.hasValues && (
                <>
                  : <s>{valueText(field, field.from, formats)}</s> <span aria-hidden="true">→</span>
                  <span class="hidden">became</span> <bdi>{valueText(field, field.to, formats)}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Templates have no other name; a picture's is a random id, which nobody would recognize. */
function nameOf({ kind, name, id }: Change['subject']): string {
  if (kind === 'PICTURE') return ''
  return name || (kind === 'MAIL_TEMPLATE' ? words(id ?? '') : (id ?? ''))
}

/** A product's images are the addresses of its pictures, which are among its fields as well. */
const shownFields = ({ fields }: Change): Change['fields'] =>
  fields.some(({ name }) => name === 'media') ? fields.filter(({ name }) => name !== 'images') : fields

function detailText(kind: ChangeSubjectKind, detail: string): string {
  if (kind === 'KEY') return scopesText(detail)
  return kind === 'MEMBER' || kind === 'INVITATION' ? roleText(detail) : detail
}

/** Of somebody new: `ORDERS`, or `ORDERS, money`. */
function roleText(detail: string): string {
  const [role = '', money] = detail.split(', ')
  return Object.hasOwn(roleWords, role) ? roleWithMoney({ role: role as Role, money: money !== undefined }) : detail
}

/** Of a new key: `orders, read`, or `everything`. */
const scopesText = (detail: string): string =>
  `It may use: ${detail
    .split(', ')
    .map((scope) => scopeTitle(scope))
    .join(', ')}`
