import type { builder } from '../../api/graphql/schema/builder.ts'
import { pictureAddress, resizedLinks } from './picture-links.ts'
import { sharedPictureAt } from './shared-picture.ts'
import { uploadedPictureAt } from './uploaded-pictures.sql.ts'

/** A picture as it is stored with what shows it: of a product, of the store. */
export interface PictureSource {
  /** A URL, or a path of this service. */
  url: string
  alt: string
  /** In pixels, where the owner gave it. */
  width?: number | null
  height?: number | null
}

type Fields = PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], PictureSource>

/** The fields that every picture has; what was uploaded to this service is looked up by its address. */
export const pictureFields = (t: Fields) => ({
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
})
