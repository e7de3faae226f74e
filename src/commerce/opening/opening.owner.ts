import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { closeStore, openStore } from './open-store.ts'
import { type MissingForOpening, missingForOpening, OpeningGap } from './opening-gaps.ts'
import { createPreviewLink, endPreviews, type PreviewLink } from './preview.ts'

const GapType = ownerBuilder.enumType('OpeningGap', {
  description: 'What a shop should have when it opens.',
  values: {
    [OpeningGap.NAME]: { description: 'A name.' },
    [OpeningGap.TERMS]: { description: 'A published page with its terms, or a link to them.' },
    [OpeningGap.CONTACT]: { description: 'An email address at which shoppers reach it, or a contact page.' },
    [OpeningGap.PRODUCTS]: { description: 'A product.' },
    [OpeningGap.PAYMENTS]: { description: 'A way to pay.' },
    [OpeningGap.PLAY_MONEY]: { description: 'A payment account that is not of play money.' },
    [OpeningGap.PRIVACY]: { description: 'A published page on privacy, or a link to it.' },
    [OpeningGap.REFUNDS]: { description: 'A published page on refunds and cancellation, or a link to it.' },
    [OpeningGap.MAILS]: { description: 'A mail server, which whoever runs the service sets up.' },
  },
})

const Missing = ownerBuilder.objectRef<MissingForOpening>('MissingForOpening').implement({
  description: 'What a shop does not have that it should have when it opens.',
  fields: (t) => ({
    what: t.field({ type: GapType, description: 'What is missing.', resolve: ({ what }) => what }),
    isNeeded: t.exposeBoolean('isNeeded', { description: 'Whether `openStore` refuses without it.' }),
    message: t.exposeString('message', { description: 'A sentence that says so.' }),
  }),
})

ownerBuilder.prismaObjectFields('Store', (t) => ({
  openedAt: t.expose('openedAt', {
    type: 'DateTime',
    nullable: true,
    description:
      'Since when shoppers see the store and may buy; null while it is closed. Then its shop says that it opens soon, and what it sells is `STORE_NOT_FOUND`.',
  }),
  missingForOpening: t.field({
    type: [Missing],
    description: 'What is missing for the opening, what is needed first; also of a store that is open.',
    failure: 'Failed to read what is missing',
    resolve: (store, _, { services: { db, mailer } }) => missingForOpening({ db: db.prisma, mailer, store }),
  }),
}))

const PreviewLinkType = ownerBuilder.objectRef<PreviewLink>('PreviewLink').implement({
  description: 'A link that shows the shop as shoppers will see it.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Its token stands after `#`. It is returned only here.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it can be opened.' }),
  }),
})

ownerBuilder.mutationFields((t) => ({
  createPreviewLink: t.field({
    scope: 'settings',
    type: PreviewLinkType,
    nullable: true,
    description:
      'Makes a link to the shop as shoppers will see it, also while it is closed or behind a password: once within 10 minutes, for a visit of 12 hours. Nothing can be ordered in it.',
    args: {
      shared: t.arg.boolean({ description: 'Whether others may open it, any number of times in 30 days.' }),
    },
    resolve: (_, { shared }, context) => createPreviewLink(context, shared ?? false),
  }),
  endPreviews: t.int({
    scope: 'settings',
    nullable: true,
    description: 'Ends all links to previews, and all visits that they have opened. Returns how many.',
    resolve: (_, __, context) => endPreviews(context),
  }),
  openStore: t.field({
    scope: 'settings',
    type: 'Store',
    nullable: true,
    description:
      'Opens the store to shoppers. It is refused only without what `missingForOpening` calls needed. A store that is open stays as it is.',
    resolve: (_, __, context) => openStore(context),
  }),
  closeStore: t.field({
    scope: 'settings',
    type: 'Store',
    nullable: true,
    description:
      'Closes the store to shoppers: its shop says that it opens soon. Accounts, orders and payments go on, as do contact, newsletter and the owner’s pages.',
    resolve: (_, __, context) => closeStore(context),
  }),
}))
