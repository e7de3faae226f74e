import { isKeyScope, isUnlimited } from '../../api/admission/key-scopes.ts'
import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { createKeyByCaller, type createOwnerKey, listOwnerKeys, revokeKeyByCaller } from './owner-key.ts'
import { OwnerKeyScope } from './owner-types.ts'

const OwnerKey = ownerBuilder.prismaObject('OwnerKey', {
  scope: 'settings',
  excludesRead: true,
  description: 'An API key for the owner’s API of the store. The key itself is shown only once, when it is created.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the key, unique within the store.' }),
    name: t.exposeString('name', { description: 'The name of the key, which says what it is for.' }),
    scopes: t.field({
      type: [OwnerKeyScope],
      resolve: ({ scopes }) => scopes.filter(isKeyScope),
      description: 'What the key is limited to; empty when it may do everything.',
    }),
    everything: t.boolean({
      description: 'Whether it may do everything, also what later versions add.',
      resolve: isUnlimited,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was last used, to the minute; null if it never was.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the key was revoked; null if it is valid.',
    }),
  }),
})

const CreatedKey = ownerBuilder.objectRef<Awaited<ReturnType<typeof createOwnerKey>>>('CreatedKey').implement({
  scope: 'settings',
  excludesRead: true,
  description: 'A newly created key.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key itself. It is shown only in this response.' }),
    ownerKey: t.expose('ownerKey', { type: OwnerKey, description: 'The stored details of the key.' }),
  }),
})

ownerBuilder.queryField('keys', (t) =>
  t.field({
    scope: 'settings',
    excludesRead: true,
    type: [OwnerKey],
    nullable: true,
    description: 'The keys of the store, including revoked ones, newest first.',
    resolve: (_, __, { services, store }) => listOwnerKeys(services, store.id),
  }),
)

ownerBuilder.mutationFields((t) => ({
  createKey: t.field({
    scope: 'settings',
    confirmsAgain: true,
    type: CreatedKey,
    nullable: true,
    description: 'Creates a key for the owner’s API.',
    args: {
      name: t.arg.string({ required: true, description: 'What the key is for, at most 100 characters.' }),
      scopes: t.arg({
        type: [OwnerKeyScope],
        description:
          'What the key is limited to; everything when left out. A key that is limited itself creates keys with its own scopes only.',
      }),
    },
    resolve: (_, args, context) => createKeyByCaller(context, args),
  }),
  revokeKey: t.field({
    scope: 'settings',
    confirmsAgain: true,
    type: OwnerKey,
    nullable: true,
    description:
      'Revokes a key immediately; it may be the key of this request, but none that may do more than who asks. Revoking it again changes nothing.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the key.' }) },
    resolve: (_, { id }, context) => revokeKeyByCaller(context, id),
  }),
}))
