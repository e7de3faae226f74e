import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { type Appearance, appearanceOf, type ShopLink, type ShopPicture } from './appearance.ts'
import { uploadedAddress } from './uploaded-addresses.ts'

const Picture = ownerBuilder.objectRef<ShopPicture>('StorePicture').implement({
  description: 'A picture of the store itself.',
  fields: (t) => ({
    url: t.string({
      description: 'The URL, or a path of this service.',
      resolve: ({ url }, _, { baseUrl }) => uploadedAddress(url, baseUrl),
    }),
    alt: t.exposeString('alt', { description: 'The alternative text; empty if not given.' }),
  }),
})

const Link = ownerBuilder.objectRef<ShopLink>('StoreLink').implement({
  description: 'A link to a page of the owner.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The text of the link.' }),
    url: t.exposeString('url', { description: 'The URL, or a path of this service.' }),
  }),
})

const AppearanceType = ownerBuilder.objectRef<Appearance>('StoreAppearance').implement({
  description: 'How the shop in the browser looks.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: true,
      description: 'The name of the shop; null to use the business name.',
    }),
    logo: t.field({
      type: Picture,
      nullable: true,
      description: 'The logo; null if none.',
      resolve: ({ logo }) => logo,
    }),
    accentColor: t.exposeString('accentColor', {
      nullable: true,
      description: 'The colour of buttons and links, such as `#8a3b12`; null for the shop’s own.',
    }),
    heroText: t.exposeString('heroText', {
      nullable: true,
      description: 'What the home page says under the name; null if nothing.',
    }),
    heroPicture: t.field({
      type: Picture,
      nullable: true,
      description: 'The picture of the home page; null if none.',
      resolve: ({ heroPicture }) => heroPicture,
    }),
    links: t.field({
      type: [Link],
      description: 'Links to pages of the owner, at the foot of each page.',
      resolve: ({ links }) => links,
    }),
  }),
})

ownerBuilder.prismaObjectFields('Store', (t) => ({
  shopEnabled: t.exposeBoolean('shopEnabled', { description: 'Whether the store has a shop in the browser.' }),
  appearance: t.field({
    type: AppearanceType,
    description: 'How the shop in the browser looks.',
    resolve: (store) => appearanceOf(store),
  }),
}))
