import { z } from 'zod'
import { describeIssues, sorted } from '../platform/input/issues.ts'
import { parseUntrusted } from '../platform/input/parse-untrusted.ts'
import { isCurrency } from '../platform/money.ts'
import { BundleError } from './bundle-error.ts'
import { type Bundle, bundleSchema } from './bundle-format.ts'
import { crossCheck } from './cross-checks.ts'
import { findJsonMistake } from './json-mistake.ts'

/**
 * Reads and checks the bundle in a file.
 * @throws BundleError with every mistake that can be found without the database
 */
export function parseBundle(file: string | Uint8Array): Bundle {
  return checkBundle(readJson(readText(file)))
}

/**
 * Checks JSON that has already been parsed.
 * @throws BundleError
 */
export function checkBundle(json: unknown): Bundle {
  const parsed = parseUntrusted(bundleSchema(currencyOf(json)), json, { reportInput: true })
  const issues = [...describeIssues(parsed.error?.issues ?? []), ...crossCheck(json)]
  if (!parsed.success || issues.length > 0) throw new BundleError(sorted(issues))
  return parsed.data
}

/** The JSON Schema of bundle files. */
export const bundleJsonSchema = (): z.core.JSONSchema.BaseSchema => ({
  ...z.toJSONSchema(bundleSchema(null), { io: 'input' }),
  title: 'Store bundle of storefront-gateway',
})

const WithCurrency = z.object({ store: z.object({ currency: z.string().refine(isCurrency) }) })

const currencyOf = (json: unknown): string | null => WithCurrency.safeParse(json).data?.store.currency ?? null

function readText(file: string | Uint8Array): string {
  if (typeof file === 'string') return file.replace(/^\uFEFF/, '')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    throw new BundleError([{ path: '', message: 'expected a text file in UTF-8, found other bytes' }])
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const mistake = findJsonMistake(text)
    if (!mistake) throw error
    const { line, column, expected, found } = mistake
    const message = `expected ${expected}, found ${found === '' ? 'the end' : found}`
    throw new BundleError([{ path: `line ${line}, column ${column}`, message: `broken JSON: ${message}` }])
  }
}
