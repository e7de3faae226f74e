import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { needs, noEmbedded } from '../support/needs.ts'
import { startService } from '../support/process.ts'
import { readyFolder } from '../support/test-database.ts'

const disk = await mkdtemp(join(tmpdir(), 'storefront-disk-'))
/** Only who may mount has a disk that is full so soon. */
const isMounted =
  !process.env.DATABASE_URL && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=80m', 'tmpfs', disk]).status === 0

afterAll(async () => {
  if (isMounted) spawnSync('umount', ['--lazy', disk])
  await rm(disk, { recursive: true, force: true })
})

/** Too long to fit into pages that are there. */
const LONG = 'Tea, please. '.repeat(75)

describe(
  'the embedded database on a full disk',
  needs(noEmbedded, isMounted ? null : 'a user who may mount: root'),
  () => {
    it('refuses what needs room with 503, reads on, loses nothing, and goes on when there is room', async () => {
      const folder = await readyFolder()
      const dataDir = join(disk, 'data')
      await cp(folder, dataDir, { recursive: true })
      await rm(folder, { recursive: true, force: true })
      const service = await startService({ DATA_DIR: dataDir, RATE_LIMITS: 'off' })
      const key = /sk_[\w-]+/.exec(service.output())?.[0]
      const site = `${service.url}/api/sites/demo`
      let kept = 0
      const leave = async () => {
        const body = JSON.stringify({ name: `Asha ${kept}`, phone: '9876543210', message: LONG })
        const answer = await fetch(`${site}/lead`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        if (answer.ok) kept += 1
        return answer
      }
      expect((await leave()).status).toBe(200)

      const { bavail, bsize } = await statfs(disk)
      await writeFile(join(disk, 'filler'), Buffer.alloc((bavail - 4) * bsize))
      let refused = await leave()
      for (let tries = 0; refused.ok && tries < 2_000; tries += 1) refused = await leave()
      expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
        503,
        '1',
        { error: 'The service is busy. Please try again.' },
      ])
      expect((await fetch(`${site}/products`)).status).toBe(200)
      expect((await leave()).status).toBe(503)

      await rm(join(disk, 'filler'))
      expect((await leave()).status).toBe(200)
      const exported = await fetch(`${site}/owner/export/leads.csv`, { headers: { authorization: `Bearer ${key}` } })
      expect((await exported.text()).match(/Asha \d+/g)).toHaveLength(kept)
      await vi.waitFor(() => expect(service.output()).toContain('The disk of the database is full'), 60_000)
      expect(await service.stop()).toBe(0)
    })
  },
)
