import { type RedirectEntry, type RedirectWrite, writeRedirects } from './write-redirects.ts'

/**
 * Adds what leads on from the site that products come from. An owner's own redirects stay, and what cannot be an address
 * is left out. Call it behind `lockRedirects`.
 */
export async function keepFormerPaths(
  write: Pick<RedirectWrite, 'tx' | 'store'>,
  entries: readonly RedirectEntry[],
): Promise<void> {
  // Products share categories.
  const first = new Map(entries.toReversed().map((entry) => [entry.from, entry]))
  if (first.size > 0) await writeRedirects({ ...write, isByImport: true }, [...first.values()])
}
