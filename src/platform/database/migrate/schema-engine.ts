import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import { packageRoot } from '../../package.ts'
import type { Database } from '../database.ts'

type EngineModule = typeof import('@prisma/schema-engine-wasm')

// Neither TypeScript's ES2023 library nor Node's types declare WebAssembly.
declare const WebAssembly: {
  instantiate(wasm: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>
}

const DATAMODEL = 'datasource db { provider = "postgresql" }'

/**
 * The WebAssembly engine behind `prisma migrate`, without the native binary. It is slow and large, so it is loaded
 * here.
 */
export async function withSchemaEngine<T>(
  adapter: SqlMigrationAwareDriverAdapterFactory,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadModule()
  const bound = bindMigrationAwareSqlAdapterFactory(adapter)
  const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', DATAMODEL]] }, () => {}, bound)
  try {
    return await use(engine)
  } finally {
    engine.free()
  }
}

let loaded: Promise<EngineModule> | undefined

function loadModule(): Promise<EngineModule> {
  loaded ??= instantiate()
  return loaded
}

/** The package's entry point uses `import … from '….wasm'`, which Node 20 does not support. */
async function instantiate(): Promise<EngineModule> {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const wasm = await readFile(join(dirname(entry), 'schema_engine_bg.wasm'))
  const imports: Record<string, unknown> = { ...bindings }
  for (const name of Object.keys(imports)) {
    // The engine never clears the 10 s timer for its lock. Unreferenced, it does not keep the process alive.
    if (name.startsWith('__wbg_setTimeout_')) imports[name] = unreferencedTimeout
  }
  const { instance } = await WebAssembly.instantiate(wasm, { './schema_engine_bg.js': imports })
  bindings.__wbg_set_wasm(instance.exports)
  const { __wbindgen_start: start } = instance.exports
  if (typeof start === 'function') start()
  return bindings
}

function unreferencedTimeout(callback: () => void, milliseconds: number): NodeJS.Timeout {
  return setTimeout(callback, milliseconds).unref()
}

/** The SQL that would turn this database into schema.prisma; null when nothing differs. */
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
