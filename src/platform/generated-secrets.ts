import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

export const SECRETS_EXPECTED =
  'one or more secrets of at least 32 characters each, separated by commas, newest first (openssl rand -base64 32 makes one)'

/** Secrets as they stand in `SECRETS`, newest first; undefined when there is none or one is too short. */
export function parseSecrets(text: string): string[] | undefined {
  const secrets = text.split(',').map((secret) => secret.trim())
  return secrets.every((secret) => secret.length >= 32) ? secrets : undefined
}

/**
 * The secrets kept in the data folder (file `secrets`, readable by its owner only), newest first. Made on the first
 * call; processes that make them at the same time all get the same. Throws when the file holds anything else.
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

/** Written whole under another name first, then linked: nobody reads half a secret or replaces one that is in use. */
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
