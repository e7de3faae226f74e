import { execFileSync } from 'node:child_process'

/** What the sources are of, such as `837fa4cf` or `837fa4cf with changes`; empty outside of a checkout without `COMMIT`. */
export function commit(): string {
  if (process.env.COMMIT !== undefined) return process.env.COMMIT
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const found = git('rev-parse', '--short=8', 'HEAD')
    return git('status', '--porcelain') === '' ? found : `${found} with changes`
  } catch {
    // No git, or no checkout.
    return ''
  }
}
