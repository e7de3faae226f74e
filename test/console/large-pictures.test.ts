import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, openDesk } from './support/owner.ts'

let desk: Desk

/** With noise, so that it is as large as photographs are. */
const photograph = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 70 })
    .toBuffer()

const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')

describe('pictures that are uploaded from the console, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk({ store: { subdomain: 'tea' } })
  })
  afterAll(() => desk?.close())

  it('are made smaller before they are sent, and HEIC is answered with what to do', async () => {
    const { page, close } = await desk.open({ path: 'products/pictures' })
    const file = await photograph(4_000, 3_000)
    expect(file.length).toBeGreaterThan(3_000_000)
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/media'))
    const input = page.getByLabel('Pictures to upload')
    await input.setInputFiles([
      { name: 'large.jpg', mimeType: 'image/jpeg', buffer: file },
      {
        name: 'iphone.heic',
        mimeType: 'image/heic',
        buffer: heic,
      },
      // More than an upload may have.
      { name: 'large.heic', mimeType: 'image/heic', buffer: Buffer.concat([heic, Buffer.alloc(11 * 1024 * 1024)]) },
    ])
    const length = Number((await (await sent).allHeaders())['content-length'])
    expect(length).toBeGreaterThan(1_000)
    expect(length).toBeLessThan(file.length)
    const refused = page.getByText('HEIC pictures are not supported. Save it as JPEG')
    await refused.nth(1).waitFor()
    expect(await refused.count()).toBe(2)
    const { nodes } = (await desk.owner.ask('{ pictures { nodes { width height } } }')).pictures
    expect(nodes).toEqual([{ width: 2_560, height: 1_920 }])
    await close()
  })
})
