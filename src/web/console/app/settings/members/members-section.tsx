import { useState } from 'preact/hooks'
import { MembersDocument } from '../../../../../generated/console/documents.ts'
import { useData } from '../../data/use-data.ts'
import { Icon } from '../../parts/icons.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { useMayChange } from '../../session/store-context.tsx'
import { NotShown } from '../not-shown.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberList } from './member-list.tsx'

/** Who works in the shop, and who is invited. */
export default function MembersSection() {
  const mayChange = useMayChange('settings')
  return mayChange ? <Members /> : <NotShown what="Members" />
}

function Members() {
  const query = useData(MembersDocument, {})
  /** Null while nobody is being invited; the email of a new try, or empty. */
  const [invited, setInvited] = useState<string | null>(null)
  return (
    <>
      <section class="card">
        <div class="card-head">
          <h2>Who works here</h2>
          <button type="button" class="button button-main" onClick={() => setInvited('')}>
            <Icon name="plus" /> Invite somebody
          </button>
        </div>
        <p class="quiet">
          Each logs in with their own email and password. What they do stands in the history with their name, also when
          they have left. A changed role counts at their next click.
        </p>
        <QueryView query={query}>{({ members }) => <MemberList members={members ?? []} />}</QueryView>
      </section>
      {query.data?.invitations && query.data.invitations.length > 0 && (
        <Invitations invitations={query.data.invitations} onInviteAgain={setInvited} />
      )}
      {invited !== null && (
        <InviteDialog
          email={invited}
          before={query.data?.invitations?.find(({ email }) => email === invited)}
          onClose={() => setInvited(null)}
        />
      )}
    </>
  )
}
