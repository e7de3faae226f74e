import { type Caller, CallerKind } from '../../api/admission/caller.ts'
import { keyScopes } from '../../api/admission/key-scopes.ts'
import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { OwnerKeyScope } from '../owners/owner-types.ts'
import { OwnerRole } from './owner-role.ts'

const Kind = ownerBuilder.enumType('ViewerKind', {
  description: 'As what somebody calls the owner’s API.',
  values: {
    KEY: { value: CallerKind.KEY, description: 'With an owner key, or a session of the console that stands for one.' },
    PERSON: { value: CallerKind.PERSON, description: 'As a person who has a role in the store.' },
  },
})

const Viewer = ownerBuilder.objectRef<Caller>('Viewer').implement({
  description: 'Who asks, and what they may do. It is looked up with each request.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind, description: 'As what they call.' }),
    name: t.exposeString('name', { description: 'The name of the key, or of the person.' }),
    role: t.field({
      type: OwnerRole,
      nullable: true,
      description: 'What the person is in the store; null for a key.',
      resolve: ({ member }) => member?.role ?? null,
    }),
    everything: t.boolean({
      description: 'Whether they may do everything, also what later versions add.',
      resolve: ({ power }) => power.everything,
    }),
    scopes: t.field({
      type: [OwnerKeyScope],
      description: 'What they may read and change; all for who may do everything.',
      resolve: ({ power }) => (power.everything ? [...keyScopes] : [...power.scopes]),
    }),
    reads: t.field({
      type: [OwnerKeyScope],
      description: 'What they may read besides, and not change.',
      resolve: ({ power }) => [...power.reads],
    }),
    figures: t.boolean({
      description: 'Whether they see figures, if their scopes or `reads` include orders.',
      resolve: ({ power }) => power.figures,
    }),
  }),
})

ownerBuilder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'Who asks, and what they may do. It needs no scope.',
    resolve: (_, __, { caller }) => caller,
  }),
)
