import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOrCreateSecrets } from '../../src/platform/secrets/generated-secrets.ts'
import { needs } from '../support/needs.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'secrets-'))
})
afterEach(() => rm(root, { recursive: true }))

describe('generated secrets', () => {
  it('are made once, in a folder made for them, readable by their owner only', async () => {
    const dataDir = join(root, 'deep', 'data')
    const secrets = await readOrCreateSecrets(dataDir)
    expect(secrets).toEqual([expect.stringMatching(/^[\w-]{43}$/)])
    expect((await stat(join(dataDir, 'secrets'))).mode & 0o777).toBe(0o600)
    expect(await readdir(dataDir)).toEqual(['secrets'])
    expect(await readOrCreateSecrets(dataDir)).toEqual(secrets)
  })

  it('are the same for all who make them at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => readOrCreateSecrets(root)))
    expect(new Set(all.flat()).size).toBe(1)
    expect(await readdir(root)).toEqual(['secrets'])
  })

  it('may be rotated by hand: newest first, separated by commas', async () => {
    const old = await readOrCreateSecrets(root)
    await writeFile(join(root, 'secrets'), `${'n'.repeat(32)},\n${old.join()}\n`)
    expect(await readOrCreateSecrets(root)).toEqual(['n'.repeat(32), ...old])
  })

  it.each(['', 'short', `${'n'.repeat(32)},`])('are not replaced when the file holds %j', async (text) => {
    await writeFile(join(root, 'secrets'), text)
    await expect(readOrCreateSecrets(root)).rejects.toThrow(/secrets is damaged: .*backup/)
    expect(await readFile(join(root, 'secrets'), 'utf8')).toBe(text)
  })

  const noUser = process.getuid?.() === 0 ? 'another user than root' : null
  it('are not replaced when the file cannot be read', needs(noUser), async () => {
    await readOrCreateSecrets(root)
    await chmod(join(root, 'secrets'), 0o000)
    await expect(readOrCreateSecrets(root)).rejects.toThrow('EACCES')
  })
})
