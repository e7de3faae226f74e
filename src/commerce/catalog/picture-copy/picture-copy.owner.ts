import { defineLoader } from '../../../api/graphql/schema/loader.ts'
import { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import type { PictureCopy as CopyRow } from '../../../generated/prisma/client.ts'
import { countLinkedPictures } from './linked-count.sql.ts'
import { isLink } from './links.ts'
import {
  type CopyFailure,
  cancelPictureCopy,
  copyFailures,
  countLinks,
  findPictureCopy,
  startPictureCopy,
} from './picture-copies.ts'

const MOST_FAILURES = 1_000
const MOST_COUNTED = 10_001

const PictureCopyStatus = ownerBuilder.enumType('PictureCopyStatus', {
  description: 'What becomes of a copy of linked pictures.',
  values: {
    RUNNING: { description: 'A job copies the pictures.' },
    DONE: { description: 'Every picture was copied or has failed.' },
    CANCELLED: { description: 'It was cancelled.' },
  } as const,
})

const FailedProduct = ownerBuilder.objectRef<CopyFailure['products'][number]>('PictureCopyProduct').implement({
  scope: 'catalogue',
  description: 'A product that links a picture.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the product, active or archived.' }),
    name: t.exposeString('name', { description: 'The name of the product.' }),
  }),
})

const Failure = ownerBuilder.objectRef<CopyFailure>('PictureCopyFailure').implement({
  scope: 'catalogue',
  description: 'A linked picture that could not be copied.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The URL of the picture at the other host.' }),
    reason: t.exposeString('reason', { description: 'Why it could not be copied, in a sentence.' }),
    products: t.expose('products', {
      type: [FailedProduct],
      description: 'The products that link it, at most 5; none for a picture of the store itself.',
    }),
  }),
})

/** Of each copy. */
const counts = defineLoader<CopyRow, Awaited<ReturnType<typeof countLinks>>>(({ services }, copies) =>
  Promise.all(copies.map((copy) => countLinks(services.db.prisma, copy))),
)

const PictureCopy = ownerBuilder.objectRef<CopyRow>('PictureCopy').implement({
  scope: 'catalogue',
  description: 'A job that copies linked pictures from other hosts to this one. It is kept for 30 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the copy, unique within the store.' }),
    status: t.expose('status', { type: PictureCopyStatus, description: 'What becomes of it.' }),
    total: t.int({
      description: 'The number of pictures to copy that were found so far; the same URL counts once.',
      resolve: async (copy, _, context) => (await counts(context).load(copy)).total,
    }),
    copied: t.int({
      description: 'The number of pictures that were copied.',
      resolve: async (copy, _, context) => (await counts(context).load(copy)).copied,
    }),
    failed: t.int({
      description: 'The number of pictures that could not be copied. Their URLs stay as they are.',
      resolve: async (copy, _, context) => (await counts(context).load(copy)).failed,
    }),
    failures: t.field({
      type: [Failure],
      description: `The pictures that could not be copied, by URL, at most ${MOST_FAILURES.toLocaleString('en')}.`,
      complexity: 20,
      resolve: (copy, _, context) => copyFailures(context, copy, MOST_FAILURES),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was started.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was done or cancelled; null until then.',
    }),
  }),
})

ownerBuilder.queryFields((t) => ({
  pictureCopy: t.field({
    scope: 'catalogue',
    type: PictureCopy,
    nullable: true,
    description: 'The latest copy of linked pictures; null if there is none.',
    resolve: (_, __, context) => findPictureCopy(context),
  }),
  linkedPictureCount: t.int({
    scope: 'catalogue',
    nullable: true,
    description: `The number of pictures that products, variants and the store itself link at other hosts, counted up to ${MOST_COUNTED.toLocaleString('en')}; the same URL counts once.`,
    resolve: async (_, __, { services, store }) => {
      const own = [store.shopLogo, store.heroPicture].filter((address) => address !== null && isLink(address))
      const known = [...new Set(own.flatMap((address) => address ?? []))]
      const others = await countLinkedPictures(services.db.sql, store.id, { known, most: MOST_COUNTED })
      return Math.min(MOST_COUNTED, known.length + others)
    },
  }),
}))

ownerBuilder.mutationFields((t) => ({
  copyPictures: t.field({
    scope: 'catalogue',
    type: PictureCopy,
    nullable: true,
    description:
      'Has all linked pictures of products, variants and the store itself copied to this host in the background, also those that failed before. URLs are replaced where they are still the same when the copy is stored. While a copy is running, that one is returned.',
    resolve: (_, __, context) => startPictureCopy(context),
  }),
  cancelPictureCopy: t.field({
    scope: 'catalogue',
    type: PictureCopy,
    nullable: true,
    description: 'Ends the running copy. Pictures that are copied already stay. Null if none is running.',
    resolve: (_, __, context) => cancelPictureCopy(context),
  }),
}))
