import { ownerBuilder, pageArgs, withAsksCount } from '../../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../../platform/counted-page.ts'
import { deleteRedirect, upsertRedirect } from './change-redirects.ts'
import { listRedirects, type OwnRedirect, targetOf } from './list-redirects.ts'
import { MAX_ADDRESS } from './redirect-address.ts'
import { MAX_REDIRECTS } from './write-redirects.ts'

const Redirect = ownerBuilder.objectRef<OwnRedirect>('Redirect').implement({
  scope: 'settings',
  description:
    'Where visitors of an old address are led, with status 301. It is looked up only where the shop finds nothing, so that it hides no page.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the redirect, unique within the store.' }),
    from: t.exposeString('source', {
      description: 'The old path, decoded once and without a slash at its end, with its query if it has one.',
    }),
    to: t.string({
      description: 'The path in the shop. That of a product follows it when its slug changes.',
      resolve: targetOf,
    }),
    byOwner: t.exposeBoolean('byOwner', { description: 'False if an import of products has added it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
  }),
})

const RedirectInput = ownerBuilder.inputType('RedirectInput', {
  description: 'A redirect to create or to change.',
  fields: (t) => ({
    id: t.id({
      description: 'The ID of the redirect to change. If omitted, the one with this `from` is changed, or created.',
    }),
    from: t.string({
      required: true,
      description: `The old path, which begins with one \`/\`, with an exact query if there is one, at most ${MAX_ADDRESS} characters. The origin of a URL is dropped.`,
    }),
    to: t.string({
      required: true,
      description: `The path in the shop, which begins with one \`/\`, such as \`/p/assam\`, at most ${MAX_ADDRESS} characters. It must not be the \`from\` of another redirect: \`REDIRECT_LOOP\`.`,
    }),
  }),
})

const RedirectConnection = ownerBuilder.connectionObject(
  { type: Redirect, name: 'RedirectConnection', scope: 'settings', description: 'A page of redirects.' },
  { name: 'RedirectEdge', scope: 'settings', description: 'A redirect and its cursor.' },
)

ownerBuilder.queryField('redirects', (t) =>
  t.field({
    scope: 'settings',
    type: RedirectConnection,
    nullable: true,
    description: 'The redirects of the store, newest first, those that imports of products have added among them.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({ description: 'Only redirects with this text in `from` or `to`, ignoring case.' }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listRedirects(context, withAsksCount(args, info)),
  }),
)

ownerBuilder.mutationField('upsertRedirect', (t) =>
  t.field({
    scope: 'settings',
    type: Redirect,
    nullable: true,
    description: `Creates or changes a redirect; a store can have ${MAX_REDIRECTS}. Redirects that lead to its \`from\` lead to its \`to\` from now on.`,
    args: { input: t.arg({ type: RedirectInput, required: true, description: 'The redirect.' }) },
    resolve: (_, { input }, context) => upsertRedirect(context, input),
  }),
)

ownerBuilder.mutationField('deleteRedirect', (t) =>
  t.field({
    scope: 'settings',
    type: Redirect,
    nullable: true,
    description: 'Deletes a redirect. Its `from` is then not found.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the redirect.' }) },
    resolve: (_, { id }, context) => deleteRedirect(context, id),
  }),
)
