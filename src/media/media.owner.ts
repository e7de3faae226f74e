import { ownerBuilder, pageArgs, withAsksCount } from '../gateway/owner-builder.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { deletePicture } from './delete-picture.ts'
import { listPictures } from './list-pictures.ts'
import { picturePath } from './picture-links.ts'

const Picture = ownerBuilder.prismaObject('Picture', {
  description: 'An uploaded picture: `POST /api/sites/:subdomain/owner/media` uploads one.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the picture in the store.' }),
    url: t.string({
      description: 'Its address, to be named in a product. `?w=` and 320, 640, 960 or 1280 makes it narrower.',
      resolve: ({ id }, _, { baseUrl, store }) => `${baseUrl}${picturePath(store.subdomain, id)}`,
    }),
    width: t.exposeInt('width', { description: 'In pixels.' }),
    height: t.exposeInt('height', { description: 'In pixels.' }),
    size: t.exposeInt('size', { description: 'Bytes of the kept file.' }),
    thumbhash: t.exposeString('thumbhash', {
      description: 'A blurred preview in about 25 bytes, as ThumbHash in base64.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was uploaded.' }),
  }),
})

const PictureConnection = ownerBuilder.connectionObject(
  { type: Picture, name: 'PictureConnection', description: 'A page of pictures.' },
  { name: 'PictureEdge', description: 'A picture with its place in the list.' },
)

ownerBuilder.queryField('pictures', (t) =>
  t.field({
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
    type: Picture,
    nullable: true,
    description:
      'Deletes a picture for good, which makes room for another. Products that show it keep its address, which then leads nowhere.',
    args: { id: t.arg.id({ required: true, description: 'Which.' }) },
    resolve: (_, { id }, context) => deletePicture(context, id),
  }),
)
