import { builder } from '../../../api/graphql/schema/builder.ts'
import { pictureFields } from '../../media/picture-fields.ts'
import { uploadedPictureAt } from '../../media/uploaded-pictures.sql.ts'

builder.objectType('ProductMedia', {
  description: 'A picture of a product.',
  fields: (t) => ({
    ...pictureFields(t),
    thumbhash: t.string({
      nullable: true,
      description:
        'A blurred preview of about 25 bytes, to show while the picture loads: a base64-encoded ThumbHash. Null for a picture that was not uploaded to this service.',
      resolve: async ({ url }, _, context) => (await uploadedPictureAt(context, url))?.thumbhash ?? null,
    }),
  }),
})
