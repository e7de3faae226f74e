import type { Issue } from '../platform/input/issues.ts'

/** Thrown with all the mistakes of a bundle. Nothing of the bundle has then been stored. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n'))
    this.issues = issues
  }
}
