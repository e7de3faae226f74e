import { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import { nameActor } from '../../owners/name-actor.ts'
import { OwnerRole } from '../owner-role.ts'
import { emailOf } from '../take-address.ts'
import { changeMember, listMembers, removeMember, type Member as StoredMember } from './change-members.ts'
import { InvitationWay as Ways } from './invitation-way.ts'
import { listInvitations, type StoreInvitation } from './invitations.ts'
import { inviteMember, type MadeInvitation, revokeInvitation } from './invite.ts'
import { mayGive } from './may-give.ts'

const MONEY = 'Whether it includes refunds and recorded payments; always for an owner.'

const Member = ownerBuilder.objectRef<StoredMember>('Member').implement({
  scope: 'settings',
  excludesRead: true,
  description: 'A person who works for the store.',
  fields: (t) => ({
    id: t.exposeID('personId', { description: 'The ID of the person.' }),
    name: t.string({ description: 'Their name, which histories show.', resolve: ({ person }) => person.name }),
    email: t.string({
      nullable: true,
      description: 'What they log in with; null for somebody who has lost the address to whoever confirmed it.',
      resolve: ({ person }) => emailOf(person),
    }),
    emailConfirmed: t.boolean({
      description:
        'Whether something that was mailed to the address was used. Until then they work for one store alone.',
      resolve: ({ person }) => person.emailConfirmedAt !== null,
    }),
    role: t.field({ type: OwnerRole, description: 'What they are.', resolve: ({ role }) => role }),
    money: t.exposeBoolean('money', { description: MONEY }),
    since: t.expose('createdAt', { type: 'DateTime', description: 'Since when they work for the store.' }),
    mayChange: t.boolean({
      description: 'Whether who asks may change or remove them: not those who may do more.',
      resolve: (member, _, { caller }) => mayGive(caller, member),
    }),
  }),
})

const Way = ownerBuilder.enumType('InvitationWay', {
  description: 'How an invitation reaches who is invited.',
  values: {
    [Ways.MAIL]: { description: 'It is mailed to them, which needs a mail server.' },
    [Ways.LINK]: {
      description:
        'By a link that is passed on by hand. A new person who uses it has an unconfirmed address, and works for this store alone.',
    },
  } as const,
})

const Invitation = ownerBuilder.objectRef<StoreInvitation>('Invitation').implement({
  scope: 'settings',
  excludesRead: true,
  description: 'An invitation to work for the store that was neither used nor ended.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the invitation.' }),
    email: t.exposeString('email', { description: 'Who is invited, in small letters.' }),
    role: t.field({ type: OwnerRole, description: 'What they would be.', resolve: ({ role }) => role }),
    money: t.exposeBoolean('money', { description: MONEY }),
    way: t.field({
      type: Way,
      description: 'How it reaches them.',
      resolve: ({ way }) => way,
    }),
    invitedBy: t.string({
      description: 'Who invites them, as `Change.actor` names them.',
      resolve: ({ invitedBy }, _, context) => nameActor(context, invitedBy),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends: 7 days later.' }),
    mayRevoke: t.boolean({
      description: 'Whether who asks may end it: not one to a role that may do more.',
      resolve: (invitation, _, { caller }) => mayGive(caller, invitation),
    }),
  }),
})

const Made = ownerBuilder.objectRef<MadeInvitation>('MadeInvitation').implement({
  scope: 'settings',
  excludesRead: true,
  description: 'A new invitation.',
  fields: (t) => ({
    invitation: t.field({ type: Invitation, description: 'The invitation.', resolve: ({ invitation }) => invitation }),
    token: t.exposeString('token', {
      nullable: true,
      description:
        'For `LINK`: to be passed on as `/console/invitation#TOKEN`, at the address of the console. It is shown only in this response, and works once. Null for `MAIL`.',
    }),
  }),
})

ownerBuilder.queryFields((t) => ({
  members: t.field({
    scope: 'settings',
    excludesRead: true,
    type: [Member],
    nullable: true,
    description: 'The people who work for the store, by name.',
    resolve: (_, __, { services, store }) => listMembers(services, store.id),
  }),
  invitations: t.field({
    scope: 'settings',
    excludesRead: true,
    type: [Invitation],
    nullable: true,
    description: 'The invitations that were neither used nor ended, by email.',
    resolve: (_, __, { services, store }) => listInvitations(services, store.id),
  }),
}))

const memberId = { required: true, description: 'The ID of the person.' } as const
const roleArg = { type: OwnerRole, required: true } as const

ownerBuilder.mutationFields((t) => ({
  inviteMember: t.field({
    scope: 'settings',
    confirmsAgain: true,
    type: Made,
    nullable: true,
    description:
      'Invites somebody to work for the store, for 7 days. It ends an earlier invitation of the same email, whose link works no more. Nobody gives what they do not have. At most 30 an hour, and 5 a day to one address by mail.',
    args: {
      email: t.arg.string({ required: true, description: 'Who is invited.' }),
      role: t.arg({ ...roleArg, description: 'What they would be.' }),
      money: t.arg.boolean({ defaultValue: false, description: MONEY }),
      way: t.arg({ type: Way, defaultValue: Ways.MAIL, description: 'How it reaches them.' }),
    },
    resolve: (_, { email, role, money, way }, context) =>
      inviteMember(context, { email, role, money: money ?? false, way: way ?? Ways.MAIL }),
  }),
  revokeInvitation: t.boolean({
    scope: 'settings',
    confirmsAgain: true,
    nullable: true,
    description: 'Ends an invitation at once.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the invitation.' }) },
    resolve: (_, { id }, context) => revokeInvitation(context, id),
  }),
  changeMember: t.field({
    scope: 'settings',
    confirmsAgain: true,
    type: Member,
    nullable: true,
    description:
      'Gives a person another role, which counts from their next request. Only owners change owners; the last one stays one.',
    args: {
      id: t.arg.id(memberId),
      role: t.arg({ ...roleArg, description: 'What they become.' }),
      money: t.arg.boolean({ defaultValue: false, description: MONEY }),
    },
    resolve: (_, { id, role, money }, context) => changeMember(context, id, { role, money: money ?? false }),
  }),
  removeMember: t.boolean({
    scope: 'settings',
    confirmsAgain: true,
    nullable: true,
    description:
      'Takes a person’s role in the store away: from their next request they see nothing of it. Only owners remove owners; the last one stays.',
    args: { id: t.arg.id(memberId) },
    resolve: (_, { id }, context) => removeMember(context, id),
  }),
}))
