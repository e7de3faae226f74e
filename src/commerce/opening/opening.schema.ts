import { builder } from '../../api/graphql/schema/builder.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { type OpenedPreview, openPreview } from './preview.ts'

builder.objectFields('Store', (t) => ({
  open: t.boolean({
    description:
      'Whether shoppers may buy. While a store is closed, what it sells is `STORE_NOT_FOUND`, unless the request has a preview token, or an owner key with the scope `storefront` in `X-Store-Key`.',
    resolve: ({ openedAt }: Pick<Store, 'openedAt'>) => openedAt !== null,
  }),
}))

const OpenedPreviewType = builder.objectRef<OpenedPreview>('OpenedPreview').implement({
  description: 'A visit to a store as its shoppers will see it.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The token of the visit, for the cookie of the shop.' }),
    scriptToken: t.string({
      description: 'The token to send in the `X-Preview-Token` header of later requests, for an hour.',
      resolve: ({ token }, _, context) => context.previewTokenForScripts(token),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the visit ends: after 12 hours, or when the shared link does.',
    }),
    shared: t.exposeBoolean('isShared', { description: 'Whether the owner has given the link to others.' }),
  }),
})

builder.mutationField('openPreview', (t) =>
  t.field({
    type: OpenedPreviewType,
    nullable: true,
    description:
      'Opens a preview by the token of its link, which the owner makes by `createPreviewLink`. It shows what a closed store sells, and what is behind its password; nothing can be ordered in it.',
    limit: 'unlock',
    failure: 'Failed to open the preview',
    args: { token: t.arg.string({ required: true, description: 'What stands after `#` in the link.' }) },
    resolve: (_, args, context) => openPreview(context, args),
  }),
)
