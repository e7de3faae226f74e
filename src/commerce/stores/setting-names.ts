import { businessNames } from '../../shared/business/business-columns.ts'

/** What the owner's API calls a store's columns, where it is another name. */
export const settingNames: Readonly<Record<string, string>> = {
  ...businessNames,
  taxRateMicro: 'tax.rate',
  taxInclusive: 'tax.inclusive',
  shippingFee: 'shipping.fee',
  shippingFreeFrom: 'shipping.freeFrom',
  shippingCountry: 'shipping.country',
  defaultWeight: 'shipping.defaultWeight',
  loyaltyEnabled: 'loyalty.enabled',
  earnRateMicro: 'loyalty.earnRate',
  redeemRateMicro: 'loyalty.redeemRate',
  chatEnabled: 'chat.enabled',
  chatContext: 'chat.context',
  shopName: 'appearance.name',
  shopLogo: 'appearance.logo.url',
  shopLogoAlt: 'appearance.logo.alt',
  accentColor: 'appearance.accentColor',
  heroText: 'appearance.heroText',
  heroPicture: 'appearance.heroPicture.url',
  heroPictureAlt: 'appearance.heroPicture.alt',
  shopLinks: 'menus.footer',
  headerMenu: 'menus.header',
  accessProtection: 'protection',
  accessPasswordHash: 'password',
}
