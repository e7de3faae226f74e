import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '../../package-root.ts'
import type { Database } from '../database.ts'
import { withSchemaEngine } from './schema-engine.ts'

/** The SQL that would bring this database to the state of schema.prisma; null when nothing differs. */
export async function schemaDifference({ exclusively }: Pick<Database, 'exclusively'>): Promise<string | null> {
  const schema = {
    path: 'schema.prisma',
    content: await readFile(join(packageRoot, 'prisma', 'schema.prisma'), 'utf8'),
  }
  const { stdout, exitCode } = await exclusively((adapter) =>
    withSchemaEngine(adapter, (engine) =>
      engine.diff({
        from: { tag: 'schemaDatasource', files: [schema], configDir: packageRoot },
        to: { tag: 'schemaDatamodel', files: [schema] },
        script: true,
        exitCode: true,
        filters: { externalTables: [], externalEnums: [] },
      }),
    ),
  )
  return exitCode === 2 ? (stdout ?? '') : null
}
