import { inject } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** What a skipped test needs, and how to get it. */
    missing?: string[]
  }
}

const or = (is: unknown, how: string): string | null => (is ? null : how)

// What is missing here, and how to get it; null when it is there.
export const noServer = or(
  process.env.DATABASE_URL,
  'PostgreSQL (apt-get install postgresql): DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres',
)
export const noRedis = or(
  process.env.REDIS_URL,
  'Redis (apt-get install redis-server): REDIS_URL=redis://127.0.0.1:6379',
)
export const noEmbedded = or(!process.env.DATABASE_URL, 'the embedded database: no DATABASE_URL')

/** A function, since the run's database is not known before. */
export const noCluster = (): string | null => {
  const source = inject('testDatabaseSource')
  return or(source.kind === 'template' && source.isCluster, 'Citus: DATABASE_URL of a database that has the extension')
}

/**
 * Options of a test or suite that is skipped while anything is missing; the run says at its end what that was.
 * @param found `noServer` and its like
 */
export function needs(...found: (string | null)[]): { skip?: true; meta?: { missing: string[] } } {
  const missing = found.filter((one) => one !== null)
  return missing.length > 0 ? { skip: true, meta: { missing } } : {}
}
