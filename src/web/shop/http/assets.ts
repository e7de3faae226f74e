import { type BuiltAssets, iconPath } from '../../../api/http/built-assets.ts'

/** No store can have this name: subdomains are below `/shop/`. */
export const ASSETS_PATH = '/shop-assets'

export const ICON_PATH = iconPath(ASSETS_PATH)

/** A bag, in a colour that is seen on light and dark tabs. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#a2552a" d="M5 11h22l2 18H3z"/><path fill="none" stroke="#a2552a" stroke-width="3" d="M10 14V8a6 6 0 0 1 12 0v6"/></svg>'

/** Made by `scripts/shop-assets.ts`. `speculation`: what browsers may fetch before a shopper goes there. */
export type ShopAssets = BuiltAssets<'style' | 'script' | 'speculation'>
