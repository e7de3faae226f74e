import { ownerBuilder, pageArgs, withAsksCount } from '../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import { picturePath } from '../stores/uploaded-addresses.ts'
import { deletePicture, deleteUnusedPictures, listPictures, MOST_DELETED } from './owner-pictures.ts'
import { MOST_USES, PicturePlace as Places, type PictureUse as Use, usesOfPicture } from './picture-uses.ts'

const PicturePlace = ownerBuilder.enumType('PicturePlace', {
  description: 'Where a picture is used.',
  values: {
    [Places.PRODUCT]: { description: 'Among the pictures of a product.' },
    [Places.LOGO]: { description: 'As the logo of the store.' },
    [Places.HOME_PAGE]: { description: 'On the home page of the shop.' },
    [Places.PAGE]: { description: 'On a page of your own.' },
  } as const,
})

const PictureUse = ownerBuilder.objectRef<Use>('PictureUse').implement({
  scope: 'catalogue',
  description: 'A place where a picture is used.',
  fields: (t) => ({
    place: t.field({ type: PicturePlace, description: 'Where it is.', resolve: ({ place }) => place }),
    productId: t.id({
      nullable: true,
      description: 'The ID of the product, active or archived; null for a place of the store itself.',
      resolve: ({ product }) => product?.id ?? null,
    }),
    productName: t.string({
      nullable: true,
      description: 'The name of the product.',
      resolve: ({ product }) => product?.name ?? null,
    }),
    pageId: t.id({
      nullable: true,
      description: 'The ID of the page of your own; null for all else.',
      resolve: ({ page }) => page?.id ?? null,
    }),
    pageTitle: t.string({
      nullable: true,
      description: 'The title of the page.',
      resolve: ({ page }) => page?.title ?? null,
    }),
    alt: t.exposeString('alt', { description: 'The alternative text there; empty if not given.' }),
  }),
})

const Picture = ownerBuilder.prismaObject('Picture', {
  scope: 'catalogue',
  description: 'An uploaded picture. Pictures are uploaded with `POST /api/sites/:subdomain/owner/media`.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the picture, unique within the store.' }),
    url: t.string({
      description:
        'The URL of the picture, for use in products. Append `?w=` and 320, 640, 960 or 1280 for a narrower version.',
      resolve: ({ id }, _, { baseUrl, store }) => `${baseUrl}${picturePath(store.subdomain, id)}`,
    }),
    width: t.exposeInt('width', { description: 'The width in pixels.' }),
    height: t.exposeInt('height', { description: 'The height in pixels.' }),
    size: t.exposeInt('size', { description: 'The size of the stored file in bytes.' }),
    thumbhash: t.exposeString('thumbhash', {
      description: 'A blurred preview of about 25 bytes: a base64-encoded ThumbHash.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    uses: t.field({
      type: [PictureUse],
      description: `Where it is used, at most ${MOST_USES} places: those of the store itself and its pages, then the newest products.`,
      resolve: async ({ id }, _, context) => (await usesOfPicture(context).load(id)).uses,
    }),
    useCount: t.int({
      description: 'The number of all places where it is used.',
      resolve: async ({ id }, _, context) => (await usesOfPicture(context).load(id)).count,
    }),
  }),
})

const PictureConnection = ownerBuilder.connectionObject(
  { type: Picture, name: 'PictureConnection', scope: 'catalogue', description: 'A page of pictures.' },
  { name: 'PictureEdge', scope: 'catalogue', description: 'A picture and its cursor.' },
)

ownerBuilder.queryField('pictures', (t) =>
  t.field({
    scope: 'catalogue',
    type: PictureConnection,
    nullable: true,
    description: 'The uploaded pictures, newest first.',
    complexity: ownerPageCost,
    args: {
      used: t.arg.boolean({
        description: 'Only pictures that are used (true) or only those that nothing uses (false).',
      }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listPictures(context, withAsksCount(args, info)),
  }),
)

ownerBuilder.mutationField('deletePicture', (t) =>
  t.field({
    scope: 'catalogue',
    type: Picture,
    nullable: true,
    description:
      'Permanently deletes a picture. It no longer counts towards the store’s limit. Products that use it keep its URL, which then responds with 404.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the picture.' }) },
    resolve: (_, { id }, context) => deletePicture(context, id),
  }),
)

ownerBuilder.mutationField('deleteUnusedPictures', (t) =>
  t.field({
    scope: 'catalogue',
    type: ['ID'],
    nullable: true,
    description:
      'Permanently deletes those of the pictures that neither a product nor the store itself uses, and returns their IDs. Others stay.',
    args: {
      ids: t.arg.idList({ required: true, description: `The IDs of the pictures, at most ${MOST_DELETED}.` }),
    },
    resolve: (_, { ids }, context) => deleteUnusedPictures(context, ids),
  }),
)
