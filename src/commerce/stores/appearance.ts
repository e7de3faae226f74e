import { z } from 'zod'
import type { Store } from '../../generated/prisma/client.ts'
import { colour, fields, lineName, linkAddress, picture, text } from '../../platform/input/fields.ts'
import { MAX_MENU_ENTRIES, storedMenu } from './menu-entries.ts'
import { given } from './store-write.ts'
import { uploadedAddress } from './uploaded-addresses.ts'

/** A type alias, so that Prisma's types accept it as JSON. */
export type ShopLink = { label: string; url: string }

export interface ShopPicture {
  url: string
  /** The alternative text; empty when not given. */
  alt: string
}

const shopPicture = fields({
  url: picture,
  alt: text(500).optional().meta({ description: 'The alternative text.' }),
})

/** How the shop in the browser looks. What is left out stays; null clears. */
export const appearanceFields = fields({
  name: lineName(100).nullish().meta({ description: 'The name of the shop; the business name by default.' }),
  logo: shopPicture.nullish(),
  accentColor: colour.nullish().meta({
    description: 'The colour of buttons and links; made darker or lighter where it could not be read.',
  }),
  heroText: text(400).nullish().meta({ description: 'What the home page says under the name.' }),
  heroPicture: shopPicture.nullish().meta({ description: 'A picture beside it.' }),
  links: z
    .array(fields({ label: lineName(60), url: linkAddress }))
    .max(MAX_MENU_ENTRIES)
    .nullish()
    .meta({
      description:
        'The first level of the menu at the foot of each page, such as terms and conditions; `menus.footer` has all of it.',
    }),
})

type AppearanceEntry = z.output<typeof appearanceFields>

const EMPTY: AppearanceEntry = {
  ...{ name: null, logo: null, accentColor: null, heroText: null, heroPicture: null, links: null },
}

/** @param entry null clears all of it */
export function appearanceColumns(entry: AppearanceEntry | null | undefined) {
  if (entry === undefined) return {}
  const { name, logo, accentColor, heroText, heroPicture, links } = entry ?? EMPTY
  return given({
    shopName: name,
    shopLogo: logo === null ? null : logo?.url,
    shopLogoAlt: logo === undefined ? undefined : (logo?.alt ?? ''),
    accentColor: accentColor === null ? null : accentColor?.toLowerCase(),
    heroText: heroText === null ? '' : heroText,
    heroPicture: heroPicture === null ? null : heroPicture?.url,
    heroPictureAlt: heroPicture === undefined ? undefined : (heroPicture?.alt ?? ''),
    shopLinks: links === null ? [] : links,
  })
}

/**
 * The store as it would look.
 * @param draft JSON of `appearanceFields`; what does not fit them yet is left as it is stored
 */
export function withAppearance(store: Store, draft: unknown): Store {
  const given = z.record(z.string(), z.unknown()).catch({}).parse(draft)
  const fitting = Object.entries(appearanceFields.shape).flatMap(([name, field]) => {
    const { success, data } = field.safeParse(given[name])
    return success ? [[name, data]] : []
  })
  // Each value has passed its own field.
  const columns = appearanceColumns(Object.fromEntries(fitting) as AppearanceEntry)
  return { ...store, ...columns } as Store
}

export interface Appearance {
  name: string | null
  logo: ShopPicture | null
  accentColor: string | null
  heroText: string | null
  heroPicture: ShopPicture | null
  links: ShopLink[]
}

export const appearanceOf = (store: Store): Appearance => ({
  name: store.shopName,
  logo: store.shopLogo === null ? null : { url: store.shopLogo, alt: store.shopLogoAlt },
  accentColor: store.accentColor,
  heroText: store.heroText === '' ? null : store.heroText,
  heroPicture: store.heroPicture === null ? null : { url: store.heroPicture, alt: store.heroPictureAlt },
  // Headings above others lead nowhere.
  links: storedMenu(store, 'FOOTER').flatMap(({ label, url }) => (url === '' ? [] : [{ label, url }])),
})

/** What the owner has given, for bundles; null when that is nothing. @param baseUrl for uploaded pictures */
export function givenAppearance(store: Store, baseUrl: string): Partial<Appearance> | null {
  const appearance = appearanceOf(store)
  const at = (picture: ShopPicture | null) => picture && { ...picture, url: uploadedAddress(picture.url, baseUrl) }
  const entries = Object.entries({
    ...appearance,
    logo: at(appearance.logo),
    heroPicture: at(appearance.heroPicture),
  }).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
  return entries.length === 0 ? null : Object.fromEntries(entries)
}
