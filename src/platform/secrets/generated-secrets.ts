import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

export const SECRETS_EXPECTED =
  'one or more secrets of at least 32 characters each, separated by commas, newest first (openssl rand -base64 32 makes one)'

/** Newest first, as in `SECRETS`. Undefined when one is too short or there is none. */
export function parseSecrets(text: string): string[] | undefined {
  const secrets = text.split(',').map((secret) => secret.trim())
  return secrets.every((secret) => secret.length >= 32) ? secrets : undefined
}

/**
 * Reads the file `secrets`, readable by its owner only, newest first; makes it on the first call. Concurrent processes
 * get the same secrets. @throws Error when the file does not hold valid secrets
 */
export async function readOrCreateSecrets(dataDir: string): Promise<string[]> {
  const file = join(dataDir, 'secrets')
  const text = (await readIfThere(file)) ?? (await create(dataDir, file))
  const secrets = parseSecrets(text.trim())
  if (!secrets) {
    throw new Error(
      `${file} is damaged: it must hold ${SECRETS_EXPECTED}. Put its backup back, or delete it: then customers log in again and payment keys must be set again.`,
    )
  }
  return secrets
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Links a temporary file to the final name, so that nobody reads half a secret or replaces one in use. */
async function create(dataDir: string, file: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  return readFile(file, 'utf8')
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
