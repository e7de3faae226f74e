import { invitationLink } from '../commerce/people/members/invitation-link.ts'
import { inviteOperator, inviteToStore } from '../commerce/people/members/invite.ts'
import { personEmail } from '../commerce/people/person-input.ts'
import type { Role } from '../commerce/people/roles.ts'
import { waysToData } from '../platform/database/db.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { CommandError } from './failure.ts'
import { getStore, withCurrentDatabase } from './open-for-command.ts'
import { terminal } from './terminal.ts'

interface Invited {
  /** Null: to run the installation. */
  store: { subdomain: string; role: Role; money: boolean } | null
}

const clock = () => new Date()

/** Prints the link, or without PUBLIC_URL its token, alone on standard output. */
export async function printInvitation(typed: string, { store }: Invited): Promise<void> {
  const { success, data: email } = personEmail.safeParse(typed)
  if (!success) throw new CommandError(`"${typed}" is no email address.`)
  const { token, publicUrl } = await withCurrentDatabase(async (database, config) => {
    const services = { ...waysToData(database), clock }
    const { publicUrl } = config
    if (!store) return { publicUrl, token: await inviteOperator(services, email) }
    const { subdomain, role, money } = store
    const { id } = await getStore(database, config, subdomain)
    const given = { email, role, money: money || role === 'OWNER', way: 'LINK' } as const
    const { token } = await inTransaction(database.prisma, (tx) =>
      inviteToStore(tx, { store: { id }, services }, given),
    )
    return { publicUrl, token }
  })
  terminal().print(`${publicUrl ? invitationLink(publicUrl, token ?? '') : token}\n`)
  const where = publicUrl ? '' : ' Enter it at /console/invitation.'
  terminal().complain(`For ${email}: valid for 7 days, and once.${where}\n`)
}
