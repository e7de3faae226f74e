/** What will go away, by when. */
export interface Deprecation {
  /** The day of the version that deprecated it, such as 2026-11-26. */
  since: string
  /** It works at least until this day, a year or more later. */
  sunset: string
  /** What to use in its place. */
  use: string
}

export const deprecationReason = ({ since, sunset, use }: Deprecation): string =>
  `Use \`${use}\`. Deprecated since ${since}; works until ${sunset} or longer.`

/** For JSON Schema. */
export const deprecatedProperty = (deprecation: Deprecation) => ({
  description: deprecationReason(deprecation),
  deprecated: true,
  'x-deprecated-since': deprecation.since,
  'x-sunset': deprecation.sunset,
})

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`)

/**
 * RFC 9745 and RFC 8594, with the earliest days.
 * @param link the page that lists what is deprecated
 */
export function deprecationHeaders(
  deprecations: readonly Pick<Deprecation, 'since' | 'sunset'>[],
  link: string,
): Readonly<Record<string, string>> {
  const [since = ''] = deprecations.map((deprecation) => deprecation.since).sort()
  const [sunset = ''] = deprecations.map((deprecation) => deprecation.sunset).sort()
  return {
    Deprecation: `@${startOf(since).getTime() / 1000}`,
    Sunset: startOf(sunset).toUTCString(),
    Link: `<${link}>; rel="deprecation"; type="text/html"`,
  }
}
