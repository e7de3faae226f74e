import { useState } from 'preact/hooks'
import { KeysDocument, type KeysQuery, RevokeKeyDocument } from '../../../../../generated/console/documents.ts'
import type { ViewerAnswer } from '../../../../../shared/answers.ts'
import { request } from '../../data/request.ts'
import { useData, useInvalidate } from '../../data/use-data.ts'
import { Badge } from '../../parts/badge.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { type Columns, columnsOf, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import type { Formats } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { say, sayError } from '../../parts/toasts.tsx'
import { useMayChange, useStore } from '../../session/store-context.tsx'
import { useLeave } from '../../session/use-leave.ts'
import { NotShown } from '../not-shown.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { KEY_QUERIES, scopeTitle } from './scope-words.ts'
import { Sessions } from './sessions.tsx'

type Key = NonNullable<KeysQuery['keys']>[number]

export default function KeysSection() {
  const mayChange = useMayChange('settings')
  if (!mayChange) {
    return (
      <>
        <NotShown what="Keys" />
        <Sessions />
      </>
    )
  }
  return (
    <>
      <Keys />
      <Sessions />
    </>
  )
}

function Keys() {
  const { session, formats } = useStore()
  const query = useData(KeysDocument, {})
  const [isNew, setNew] = useState(false)
  const [showsRevoked, showRevoked] = useState(false)
  const [dialog, confirm] = useConfirm()
  const leave = useLeave()
  const invalidate = useInvalidate()

  async function onRevoke(key: Key): Promise<void> {
    const isOwn = key.id === session.viewer.id
    const goOn = await confirm({
      title: `Revoke “${key.name}”?`,
      text: isOwn
        ? 'You are logged in with this key: you will be logged out here and wherever else it is used. A revoked key cannot be brought back. Make sure that you have another one.'
        : 'Programs and people that use it are shut out at once, and its sessions end. A revoked key cannot be brought back.',
      action: isOwn ? 'Revoke it and log out' : 'Revoke it',
      cancel: 'Keep it',
    })
    if (!goOn) return
    try {
      await request(session.store, RevokeKeyDocument, { id: key.id })
    } catch (error) {
      sayError(error as Error)
      return
    }
    if (isOwn) return leave.forget()
    say(`“${key.name}” revoked`)
    await invalidate(KEY_QUERIES)
  }

  return (
    <section class="card">
      {dialog}
      <div class="card-head">
        <h2>Owner keys</h2>
        <button type="button" class="button button-main" onClick={() => setNew(true)}>
          <Icon name="plus" /> New key
        </button>
      </div>
      <p class="quiet">
        Programs use the owner’s API with a key, and whoever has one can log in here with it. Give each a key of its
        own: what is done with it is noted with its name.
      </p>
      <QueryView query={query}>
        {({ keys }) => {
          const valid = (keys ?? []).filter(({ revokedAt }) => !revokedAt)
          const revoked = (keys ?? []).filter(({ revokedAt }) => revokedAt)
          return (
            <>
              <DataTable
                label="Owner keys"
                columns={columnsIn(formats, session.viewer, (key) => void onRevoke(key))}
                rows={showsRevoked ? [...valid, ...revoked] : valid}
                idOf={({ id }) => id}
                empty={<Empty title="No keys" />}
              />
              {revoked.length > 0 && (
                <p>
                  <button type="button" class="link-button" onClick={() => showRevoked(!showsRevoked)}>
                    {showsRevoked ? 'Hide revoked keys' : `Show revoked keys (${formats.number(revoked.length)})`}
                  </button>
                </p>
              )}
            </>
          )
        }}
      </QueryView>
      {isNew && <NewKeyDialog onClose={() => setNew(false)} />}
    </section>
  )
}

/** Those that may do more than whoever asks are not theirs to revoke. */
const mayRevoke = (key: Key, { everything, scopes }: ViewerAnswer): boolean =>
  everything || (!key.everything && key.scopes.every((scope) => scopes.includes(scope.toLowerCase())))

function columnsIn(formats: Formats, viewer: ViewerAnswer, onRevoke: (key: Key) => void): Columns<Key> {
  const column = columnsOf<Key>()
  return column.columns([
    column.display({
      id: 'name',
      header: 'Name',
      meta: { isTitle: true },
      cell: ({ row: { original: key } }) => (
        <span class="cell-two">
          <bdi>{key.name}</bdi>
          {key.id === viewer.id && <Badge tone="good">Used here</Badge>}
          {key.revokedAt && <Badge tone="bad">Revoked</Badge>}
        </span>
      ),
    }),
    column.display({
      id: 'scopes',
      header: 'May use',
      cell: ({ row: { original: key } }) =>
        key.everything ? 'Everything' : key.scopes.map(scopeTitle).join(', ') || 'Nothing',
    }),
    column.display({
      id: 'created',
      header: 'Created',
      cell: ({ row: { original: key } }) => formats.date(key.createdAt),
    }),
    column.display({
      id: 'used',
      header: 'Last used',
      cell: ({ row: { original: key } }) => (key.lastUsedAt ? formats.ago(key.lastUsedAt) : 'Never'),
    }),
    column.display({
      id: 'actions',
      header: () => <span class="hidden">Actions</span>,
      meta: { align: 'end' },
      cell: ({ row: { original: key } }) =>
        key.revokedAt ? (
          <span class="quiet">{formats.date(key.revokedAt)}</span>
        ) : (
          mayRevoke(key, viewer) && (
            <button type="button" class="button" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
              Revoke
            </button>
          )
        ),
    }),
  ]) as Columns<Key>
}
