import { Problem, versionConflict } from '../../platform/problem.ts'

interface Found {
  stored: { version: number } | null
  code: string
  /** As the owner sends it; left out for a new entry. */
  version: number | null | undefined
}

/** @param what of the entry, such as `discount` @throws Problem BAD_USER_INPUT, NOT_FOUND, CONFLICT */
export function checkVersion(what: string, { stored, code, version }: Found): void {
  if (stored && version == null) {
    throw new Problem(
      'BAD_USER_INPUT',
      `There is a ${what} "${code}" already. To change it, read its version, and send that with your change.`,
      { reason: 'ALREADY_EXISTS' },
    )
  }
  if (!stored && version != null) {
    throw new Problem('NOT_FOUND', `There is no ${what} "${code}" to change; leave out the version to create it`)
  }
  if (stored && version !== stored.version) throw versionConflict(what)
}

/** Drops what is omitted, and puts the empty value in place of null where there is one. */
export const withoutNulls = (input: object, empty: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === null && Object.hasOwn(empty, name) ? empty[name] : value]],
    ),
  )
