import type { Issue } from '../platform/input/issues.ts'

/** Everything that is wrong with a bundle. Nothing of it has been stored. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
  readonly issues: readonly Issue[]

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('\n'))
    this.issues = issues
  }
}
