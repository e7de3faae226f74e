import { ownerBuilder, pageArgs, withAsksCount } from '../graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { picturePath } from '../stores/uploaded-addresses.ts'
import { deletePicture, listPictures } from './owner-pictures.ts'

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
    args: pageArgs,
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
