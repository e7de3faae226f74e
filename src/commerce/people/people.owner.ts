import { type Caller, CallerKind } from '../../api/admission/caller.ts'
import { keyScopes } from '../../api/admission/key-scopes.ts'
import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { OwnerKeyScope } from '../owners/owner-types.ts'
import { Role as Roles } from './roles.ts'

const Kind = ownerBuilder.enumType('ViewerKind', {
  description: 'As what somebody calls the owner’s API.',
  values: {
    KEY: { value: CallerKind.KEY, description: 'With an owner key, or a session of the console that stands for one.' },
    PERSON: { value: CallerKind.PERSON, description: 'As a person who has a role in the store.' },
  },
})

const Role = ownerBuilder.enumType('Role', {
  description: 'What a person is in a store.',
  values: {
    [Roles.OWNER]: { description: 'May do everything.' },
    [Roles.MANAGER]: { description: 'Catalogue, orders, customers, marketing, settings and figures.' },
    [Roles.ORDERS]: { description: 'Orders, without figures.' },
    [Roles.CATALOGUE]: { description: 'Products, stock, pictures, reviews and searches.' },
    [Roles.ACCOUNTANT]: { description: 'Reads orders, with their payments and exports, and figures.' },
  },
})

const Viewer = ownerBuilder.objectRef<Caller>('Viewer').implement({
  description: 'Who asks, and what they may do. It is looked up with each request.',
  fields: (t) => ({
    kind: t.expose('kind', { type: Kind, description: 'As what they call.' }),
    name: t.exposeString('name', { description: 'The name of the key, or of the person.' }),
    role: t.field({
      type: Role,
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
