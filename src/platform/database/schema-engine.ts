import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'

type EngineModule = typeof import('@prisma/schema-engine-wasm')

// In neither ES2023's types nor Node's.
declare const WebAssembly: {
  instantiate(wasm: Uint8Array, imports: object): Promise<{ instance: { exports: Record<string, unknown> } }>
}

const DATAMODEL = 'datasource db { provider = "postgresql" }'

/**
 * Prisma's schema engine as WebAssembly: what is behind `prisma migrate`, without the native binary that the CLI
 * would download. Loading it costs time and memory, so it is loaded where it is needed and not before.
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

/** What the package's own entry does, but for `import … from '….wasm'`, which Node 20 does not have. */
async function instantiate(): Promise<EngineModule> {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const wasm = await readFile(join(dirname(entry), 'schema_engine_bg.wasm'))
  const imports: Record<string, unknown> = { ...bindings }
  for (const name of Object.keys(imports)) {
    // It gives itself 10 s to take its lock and never clears that timer, for which a process would wait to end.
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
