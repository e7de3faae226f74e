import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A text column that holds one of a few values, as `schema.prisma` says above the field. */
interface TypedField {
  model: string
  field: string
  type: string
  /** Where the type stands, from the root of the package. */
  file: string
}

const MODELS = join('src', 'generated', 'prisma', 'models')

/**
 * Gives text columns of the generated client the types of their values, for which Prisma's generator has no option. In `schema.prisma` such a field is a String
 * under the line `/// TYPE of FILE`, where the file exports the type.
 */
export async function typeColumns(): Promise<void> {
  const fields = typedFields(await readFile(join('prisma', 'schema.prisma'), 'utf8'))
  for (const name of new Set(fields.map(({ model }) => model))) {
    const path = join(MODELS, `${name}.ts`)
    const ofModel = fields.filter(({ model }) => model === name)
    await writeFile(path, withTypes(await readFile(path, 'utf8'), ofModel))
  }
}

function typedFields(schema: string): TypedField[] {
  return [...schema.matchAll(/^model (\w+) \{$(.*?)^\}$/gms)].flatMap(([, model = '', body = '']) =>
    [...body.matchAll(/^ *\/\/\/ (\w+) of (src\/\S+\.ts)\n +(\w+) +String\b/gm)].map(
      ([, type = '', file = '', field = '']) => ({ model, field, type, file }),
    ),
  )
}

function withTypes(source: string, fields: readonly TypedField[]): string {
  let typed = source
  for (const { field, type } of fields) {
    const declarations = new RegExp(`^( +${field}\\??: )(.*\\bstring\\b.*)$`, 'gm')
    typed = typed.replace(declarations, (_, name: string, of: string) => name + of.replace(/\bstring\b/g, type))
  }
  const imports = fields.map(({ type, file }) => `import type { ${type} } from '../../../${file.slice('src/'.length)}'`)
  return typed.replace(/^import /m, `${[...new Set(imports)].join('\n')}\nimport `)
}
