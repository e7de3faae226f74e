import { builder } from '../../api/graphql/schema/builder.ts'
import { appearanceOf } from '../stores/appearance.ts'
import { type PictureSource, pictureFields } from './picture-fields.ts'

builder.objectType('ResizedPicture', {
  description: 'A narrower version of a picture.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'The width in pixels.' }),
    url: t.exposeString('url', {
      description: 'The URL of the picture. Clients that accept AVIF receive AVIF, others WebP.',
    }),
  }),
})

builder.objectType('SharedPicture', {
  description: 'A JPEG of at most 300 KB, for where a link is shared.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The URL of the picture.' }),
    width: t.exposeInt('width', { description: 'In pixels, at most 1200.' }),
    height: t.exposeInt('height', { description: 'In pixels, at most 1200.' }),
  }),
})

const Picture = builder.objectRef<PictureSource>('StorePicture').implement({
  description: 'A picture of the store itself.',
  fields: pictureFields,
})

builder.objectType('StoreAppearance', {
  description: 'How the owner wants the store to look.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: true,
      description: 'The name of the shop; null to use the name of the store.',
    }),
    logo: t.field({
      type: Picture,
      nullable: true,
      description: 'The logo; null if not given.',
      resolve: ({ logo }) => logo,
    }),
    accentColor: t.exposeString('accentColor', {
      nullable: true,
      description: 'The colour of buttons and links, such as `#8a3b12`; null if not given.',
    }),
    heroText: t.exposeString('heroText', {
      nullable: true,
      description: 'What the home page says; null if not given.',
    }),
    heroPicture: t.field({
      type: Picture,
      nullable: true,
      description: 'The picture of the home page; null if not given.',
      resolve: ({ heroPicture }) => heroPicture,
    }),
  }),
})

builder.objectField('Store', 'appearance', (t) =>
  t.field({
    type: 'StoreAppearance',
    description: 'How the owner wants the store to look.',
    resolve: (store) => appearanceOf(store),
  }),
)
