import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../support/process.ts'
import { migratedFolder } from '../support/test-database.ts'

const SIZE_MB = 96

/** A small disk of the test's own; null where this user may not mount one. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

const disk = process.env.DATABASE_URL ? null : mountDisk()
const because = disk ? '' : ' (skipped: it is for the embedded run, by a user who may mount a disk)'

describe.skipIf(!disk)(`an embedded database whose disk is full${because}`, () => {
  const folder = disk ?? ''
  let service: RunningService | undefined

  afterAll(async () => {
    await service?.stop('SIGKILL')
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true })
  })

  it('refuses what it cannot write with 503, goes on reading, and writes again when there is room', async () => {
    const source = await migratedFolder()
    cpSync(source, join(folder, 'data'), { recursive: true })
    rmSync(source, { recursive: true })
    service = await startService({ DATA_DIR: join(folder, 'data'), RATE_LIMITS: 'off' })
    const api = `${service.url}/api/sites/demo`
    const submit = async (name: string) => {
      const answer = await fetch(`${api}/lead`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ name, message: 'x'.repeat(1_900) }),
      })
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
    }

    const fill = join(folder, 'fill')
    // What does not fit in whole megabytes, then in pages.
    for (const piece of [1024 * 1024, 4096]) {
      const bytes = Buffer.alloc(piece)
      try {
        for (;;) writeFileSync(fill, bytes, { flag: 'a' })
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
      }
    }
    expect(existsSync(fill)).toBe(true)

    // Pages that the table has already may take a few.
    const answers = []
    for (let index = 0; index < 40; index += 1) answers.push(await submit(`full ${index}`))
    const written = answers.filter(({ status }) => status === 200).length
    const busy = { error: 'The service is busy. Please try again.' }
    expect(answers.slice(written)).toEqual(Array(40 - written).fill({ status: 503, retryAfter: '1', body: busy }))
    expect(written).toBeLessThan(40)
    expect(service.output()).toContain('The database has no room on its disk')
    expect((await fetch(`${api}/products?category=${written}`)).status).toBe(200)

    rmSync(fill)
    expect(await submit('after')).toMatchObject({ status: 200 })
    expect(await service.stop()).toBe(0)
    service = await startService({ DATA_DIR: join(folder, 'data'), RATE_LIMITS: 'off' })
    expect((await fetch(`${service.url}/api/sites/demo/products`)).status).toBe(200)
  })
})
