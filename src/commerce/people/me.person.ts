import type { PersonContext } from '../../api/context.ts'
import { personBuilder } from '../../api/graphql/schema/person-builder.ts'
import type { PersonSession, Store } from '../../generated/prisma/client.ts'
import { changePassword } from './change-password.ts'
import { type ListedMembership, listMemberships, listSessions } from './list-own.ts'
import { endMySession, endOtherSessions } from './person-session.ts'
import { Role as Roles } from './roles.ts'

const Role = personBuilder.enumType('Role', {
  description: 'What a person is in a store.',
  values: {
    [Roles.OWNER]: { description: 'May do everything.' },
    [Roles.MANAGER]: { description: 'Catalogue, orders, customers, marketing, settings and figures.' },
    [Roles.ORDERS]: { description: 'Orders, without figures.' },
    [Roles.CATALOGUE]: { description: 'Products, stock, pictures, reviews and searches.' },
    [Roles.ACCOUNTANT]: { description: 'Reads orders, with their payments and exports, and figures.' },
  },
})

const MyStore = personBuilder.objectRef<Store>('MyStore').implement({
  description: 'A store that one works for.',
  fields: (t) => ({
    subdomain: t.exposeString('subdomain', { description: 'Its name in addresses.' }),
    businessName: t.exposeString('businessName', { description: 'Its name.' }),
  }),
})

const Membership = personBuilder.objectRef<ListedMembership>('Membership').implement({
  description: 'What one is in a store.',
  fields: (t) => ({
    store: t.field({ type: MyStore, description: 'The store.', resolve: ({ store }) => store }),
    role: t.field({ type: Role, description: 'The role.', resolve: ({ role }) => role }),
    money: t.exposeBoolean('money', { description: 'Whether it includes refunds and recorded payments.' }),
  }),
})

const Session = personBuilder.objectRef<PersonSession>('Session').implement({
  description: 'A browser in which one is logged in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the session.' }),
    browser: t.exposeString('browser', { description: 'The `User-Agent` of the log-in.' }),
    address: t.exposeString('address', { description: 'The IP address of the log-in.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When one logged in.' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', description: 'When it was last used, to the minute.' }),
    isCurrent: t.boolean({
      description: 'Whether it is the one that asks.',
      resolve: ({ id }, _, { session }) => id === session.id,
    }),
  }),
})

const Me = personBuilder.objectRef<PersonContext['person']>('Me').implement({
  description: 'The person who is logged in.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Their ID.' }),
    email: t.exposeString('email', { description: 'What they log in with, in small letters.' }),
    name: t.exposeString('name', { description: 'Their name, which histories show.' }),
    emailConfirmed: t.boolean({
      description: 'Whether something that was mailed to the address was used.',
      resolve: ({ emailConfirmedAt }) => emailConfirmedAt !== null,
    }),
    memberships: t.field({
      type: [Membership],
      description: 'The stores that they work for, by subdomain.',
      resolve: (_, __, { services, person }) => listMemberships(services, person),
    }),
    sessions: t.field({
      type: [Session],
      description: 'Their sessions that have not ended, the last used first.',
      resolve: (_, __, context) => listSessions(context),
    }),
  }),
})

personBuilder.queryField('me', (t) =>
  t.field({
    type: Me,
    nullable: true,
    description: 'The person who is logged in.',
    resolve: (_, __, { person }) => person,
  }),
)

personBuilder.mutationFields((t) => ({
  changePassword: t.field({
    type: Me,
    nullable: true,
    description: 'Changes the password, gives this browser a new session and ends all others.',
    args: {
      current: t.arg.string({ required: true, description: 'The password until now.' }),
      password: t.arg.string({ required: true, description: 'The new one, 8 characters to 72 bytes.' }),
    },
    resolve: (_, args, context) => changePassword(context, args),
  }),
  endSession: t.boolean({
    nullable: true,
    description: 'Ends one of the sessions. Whether it was there.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the session.' }) },
    resolve: (_, { id }, context) => endMySession(context, id),
  }),
  endOtherSessions: t.int({
    nullable: true,
    description: 'Ends all sessions but the one that asks. How many there were.',
    resolve: (_, __, context) => endOtherSessions(context),
  }),
}))
