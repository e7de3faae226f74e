import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { packageRoot } from '../../src/platform/package.ts'

export interface NewerVersion {
  commandLine: string
  remove(): Promise<void>
}

/** The service as it would be with one more migration. */
export async function versionWithMigration(name: string, sql: string): Promise<NewerVersion> {
  // Below the packages, which the bundle asks for by name.
  const folder = join(packageRoot, 'node_modules', '.cache', `newer-version-${process.pid}`)
  const migration = join(folder, 'prisma', 'migrations', name)
  await mkdir(folder, { recursive: true })
  await cp(dirname(inject('commandLine')), join(folder, 'dist'), { recursive: true })
  await cp('package.json', join(folder, 'package.json'))
  await cp('prisma', join(folder, 'prisma'), { recursive: true })
  await symlink(join(packageRoot, 'examples'), join(folder, 'examples'))
  await mkdir(migration)
  await writeFile(join(migration, 'migration.sql'), sql)
  return { commandLine: join(folder, 'dist', 'cli.mjs'), remove: () => rm(folder, { recursive: true, force: true }) }
}
