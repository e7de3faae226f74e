/** What a redirect leads from: an earlier slug of a product, or a path of a site before this one. A CHECK holds the same list. */
export const RedirectKind = { SLUG: 'SLUG', PATH: 'PATH' } as const
export type RedirectKind = (typeof RedirectKind)[keyof typeof RedirectKind]
