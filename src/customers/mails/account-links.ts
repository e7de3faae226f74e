import type { Store } from '../../generated/prisma/client.ts'

/** The pages that links in mails lead to. */
export type AccountPage = 'reset-password' | 'confirm-email'

/**
 * The address that the pages are under: of the store's own site, or else of this service.
 * @param base the public address of this service; null when nobody has configured it: what a request calls it must not
 * stand in a mail, because whoever sends the request chooses that
 */
export const siteOf = <Base extends string | null>(
  { subdomain, storefrontUrl }: Pick<Store, 'subdomain' | 'storefrontUrl'>,
  base: Base,
): string | Base => {
  if (storefrontUrl !== null) return storefrontUrl.replace(/\/+$/, '')
  return base === null ? base : `${base}/account/${subdomain}`
}

export const accountLink = (site: string, page: AccountPage, code: string): string => `${site}/${page}?code=${code}`
