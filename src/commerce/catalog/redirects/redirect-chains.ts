import type { Source, Target } from './redirect-address.ts'

export interface ReadRedirect extends Source {
  to: Target
}

/** A redirect that cannot be saved, by its place in the list. */
export interface Loop {
  index: number
  expected: string
}

/**
 * Follows redirects of one list that lead to another's source, so that a visitor is led on once.
 * @param leadsOn paths of sources that are stored and not in the list, with what they lead to
 * @returns the list with the last target of each, and those that lead back or to a stored source
 */
export function resolveChains(
  list: readonly ReadRedirect[],
  leadsOn: ReadonlyMap<string, string>,
): { resolved: ReadRedirect[]; loops: Loop[] } {
  const bySource = new Map(list.map((redirect) => [redirect.source, redirect]))
  const sourcePaths = new Set(list.map(({ path }) => path))
  const loops: Loop[] = []

  /** Null when it leads back to an address on its way. */
  function lastTarget(redirect: ReadRedirect): Target | null {
    const passed = new Set([redirect.path])
    let { to } = redirect
    for (;;) {
      if (passed.has(to.path)) return null
      passed.add(to.path)
      const next = bySource.get(to.path)
      if (!next) return to
      to = next.to
    }
  }

  const resolved = list.map((redirect, index) => {
    const to = lastTarget(redirect)
    if (to === null) loops.push({ index, expected: 'an address that does not lead back to where the redirect begins' })
    else if (leadsOn.has(to.path)) loops.push({ index, expected: notLeadingOn(leadsOn.get(to.path)) })
    else if (sourcePaths.has(to.path)) loops.push({ index, expected: notLeadingOn(undefined) })
    return { ...redirect, to: to ?? redirect.to }
  })
  return { resolved, loops }
}

const notLeadingOn = (leadsTo: string | undefined): string =>
  leadsTo === undefined
    ? 'an address that no other redirect begins at'
    : `an address that no other redirect begins at (this one leads to ${leadsTo}, which can be given instead)`
