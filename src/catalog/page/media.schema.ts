import { builder } from '../../graphql/schema/builder.ts'
import { pictureAddress, resizedLinks } from '../../media/picture-links.ts'
import { sharedPictureAt } from '../../media/shared-picture.ts'
import { uploadedPictureAt } from '../../media/uploaded-pictures.sql.ts'

builder.objectType('ProductMedia', {
  description: 'A picture of a product.',
  fields: (t) => ({
    url: t.string({
      description: 'The URL of the picture.',
      resolve: ({ url }, _, { baseUrl }) => pictureAddress(url, baseUrl),
    }),
    alt: t.exposeString('alt', { description: 'The alternative text; empty if not given.' }),
    width: t.int({
      nullable: true,
      description: 'In pixels; null if unknown.',
      resolve: async ({ url, width }, _, context) => width ?? (await uploadedPictureAt(context, url))?.width ?? null,
    }),
    height: t.int({
      nullable: true,
      description: 'In pixels; null if unknown.',
      resolve: async ({ url, height }, _, context) => height ?? (await uploadedPictureAt(context, url))?.height ?? null,
    }),
    variants: t.field({
      type: ['ResizedPicture'],
      description:
        'Narrower versions of the picture, for `srcset`; empty for a picture that was not uploaded to this service.',
      resolve: async ({ url }, _, context) => {
        const uploaded = await uploadedPictureAt(context, url)
        return uploaded ? resizedLinks(pictureAddress(url, context.baseUrl), uploaded.width) : []
      },
    }),
    shared: t.field({
      type: 'SharedPicture',
      nullable: true,
      description:
        'The picture to show where a link is shared (`og:image`); null for a picture that was not uploaded to this service.',
      resolve: ({ url }, _, context) => sharedPictureAt(context, url),
    }),
    thumbhash: t.string({
      nullable: true,
      description:
        'A blurred preview of about 25 bytes, to show while the picture loads: a base64-encoded ThumbHash. Null for a picture that was not uploaded to this service.',
      resolve: async ({ url }, _, context) => (await uploadedPictureAt(context, url))?.thumbhash ?? null,
    }),
  }),
})
