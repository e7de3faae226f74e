import { ownerBuilder } from '../gateway/owner-builder.ts'
import { createOwnerKey, listOwnerKeys, revokeOwnerKey } from './owner-key.ts'

const OwnerKey = ownerBuilder.prismaObject('OwnerKey', {
  description: 'A key that opens the owner’s API of the store. Its text is told once, when it is created.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the key in its store.' }),
    name: t.exposeString('name', { description: 'What it is for.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null when it never was.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked; null while it is good.',
    }),
  }),
})

const CreatedKey = ownerBuilder.objectRef<Awaited<ReturnType<typeof createOwnerKey>>>('CreatedKey').implement({
  description: 'A key that was just created.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its text. It is told now and never again.' }),
    ownerKey: t.expose('ownerKey', { type: OwnerKey, description: 'What is known of it from now on.' }),
  }),
})

ownerBuilder.queryField('keys', (t) =>
  t.field({
    type: [OwnerKey],
    nullable: true,
    description: 'The keys of the store, newest first, those that were revoked among them.',
    resolve: (_, __, { services, store }) => listOwnerKeys(services, store.id),
  }),
)

ownerBuilder.mutationFields((t) => ({
  createKey: t.field({
    type: CreatedKey,
    nullable: true,
    description: 'Creates a key.',
    args: { name: t.arg.string({ required: true, description: 'What it is for, at most 100 characters.' }) },
    resolve: (_, { name }, { services, store }) => createOwnerKey(services, store.id, name),
  }),
  revokeKey: t.field({
    type: OwnerKey,
    nullable: true,
    description: 'Voids a key at once, also the one that this request came with. Doing it again changes nothing.',
    args: { id: t.arg.id({ required: true, description: 'The key.' }) },
    resolve: (_, { id }, { services, store }) => revokeOwnerKey(services, store.id, id),
  }),
}))
