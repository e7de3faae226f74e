import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseNetwork } from '../../src/platform/network/network.ts'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { openPictureHost, type PictureHost, picture } from '../support/picture-host.ts'
import { drawing } from '../support/pictures.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk
let host: PictureHost
let drawn: Buffer

const at = (path: string) => `${host.url}${path}`

describe('linked pictures, in Chromium', needs(noBrowser), () => {
  beforeAll(async () => {
    host = await openPictureHost()
    drawn = await drawing(900, 700).jpeg().toBuffer()
    const gone = `/gone-${'a-long-name-'.repeat(10)}.jpg`
    const products = [
      { slug: 'mint', name: 'Mint', price: 180, images: [at('/mint.jpg'), at(gone)] },
      { slug: 'assam', name: 'Assam <b>', price: 400, images: [at('/assam.jpg')] },
    ]
    const pictureFetch = { networks: [parseNetwork('127.0.0.1/32')] }
    desk = await openDesk({ store: { subdomain: 'tea' }, products }, { runsJobs: true, pictureFetch })
    host.answers.set('/mint.jpg', picture(drawn))
  })
  afterAll(async () => {
    await desk?.close()
    await host?.close()
  })

  it('are offered to be copied, with progress, what failed and why, and another try', async () => {
    const { page, complaints, close } = await desk.open({ path: 'products/pictures' })
    await page.getByRole('heading', { name: '3 pictures are at other hosts' }).waitFor()
    await page.getByText('No pictures yet').waitFor()
    await expectGood(page, 'linked-pictures')
    let letGo = () => {}
    host.answers.set('/assam.jpg', (response, request) => {
      letGo = () => picture(drawn)(response, request)
    })
    await page.getByRole('button', { name: 'Copy pictures to this shop' }).click()
    await page.getByText('1 of 3 pictures copied, 1 failed.').waitFor()
    await expectGood(page, 'copying-pictures')
    // It goes on while nobody looks.
    await page.reload()
    await page.getByText('1 of 3 pictures copied, 1 failed.').waitFor()
    letGo()
    await page.getByText('2 of 3 linked pictures copied, 1 failed').waitFor()
    const failures = page.getByRole('table', { name: 'Pictures that were not copied' })
    const row = failures.getByRole('row').nth(1)
    expect(await row.innerText()).toMatch(/Mint\s+http:.*gone-.*\s+It is gone: its host answered 404\./)
    expect(await page.getByRole('list', { name: 'Pictures' }).locator('img').count()).toBe(2)
    await expectGood(page, 'pictures-not-copied')
    const phone = await desk.open({ path: 'products/pictures', size: 'phone' })
    await phone.page.getByRole('table', { name: 'Pictures that were not copied' }).waitFor()
    await expectGood(phone.page, 'pictures-not-copied')
    await phone.close()

    for (const path of host.asked.filter((asked) => asked.startsWith('/gone'))) host.answers.set(path, picture(drawn))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 of 1 linked picture copied').waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Pictures' }).locator('img').count()).toBe(3)
    expect(await page.getByRole('button', { name: 'Copy pictures to this shop' }).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('are offered after an import whose file has some', async () => {
    const { page, complaints, close } = await desk.open({ path: 'products/import', size: 'phone' })
    host.answers.set('/pot.jpg', picture(drawn))
    const buffer = Buffer.from(`slug,name,price,images\npot,Pot,30,${at('/pot.jpg')}\n`)
    await page.getByLabel('CSV file').setInputFiles({ name: 'pots.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await page.getByRole('heading', { name: '1 picture is at another host' }).waitFor()
    await expectGood(page, 'linked-after-import')
    await page.getByRole('button', { name: 'Copy pictures to this shop' }).click()
    await page.getByText('1 of 1 linked picture copied').waitFor()
    await expectGood(page, 'copied-after-import')
    const text = '{ product(slug: "pot") { images } }'
    expect((await desk.owner.ask(text)).product.images).toEqual([expect.stringContaining('/media/tea/')])
    expect(complaints).toEqual([])
    await close()
  })
})
