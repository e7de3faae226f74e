import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLostHosts } from '../../../src/commerce/catalog/picture-copy/lost-hosts.ts'
import { runPictureCopy } from '../../../src/commerce/catalog/picture-copy/run-picture-copy.ts'
import { parseNetwork } from '../../../src/platform/network/network.ts'
import { ownerOf } from '../../support/owner.ts'
import { openPictureHost, type PictureHost, picture } from '../../support/picture-host.ts'
import { drawing } from '../../support/pictures.ts'
import { forAllTests, openShop } from '../../support/shop.ts'

const shop = await forAllTests(
  openShop({ limitsOff: true, pictureFetch: { networks: [parseNetwork('127.0.0.1/32')] } }),
)
const NAMES = Array.from({ length: 14 }, (_, number) => `/${number}.jpg`)

/** As the job does, with its pauses made shorter. */
async function copyAll(host: PictureHost, onPause: () => void, names = NAMES) {
  const products = names.map((name, number) => ({
    ...{ slug: `tea-${number}`, name: `Tea ${number}`, price: 10 },
    images: [`${host.url}${name}`],
  }))
  const store = await shop.addStore({ products })
  const owner = await ownerOf(shop, store)
  const { id } = (await owner.ask('mutation { copyPictures { id } }')).copyPictures
  const run = { hosts: createLostHosts(), signal: new AbortController().signal }
  for (;;) {
    const next = await runPictureCopy(shop.services, { storeId: store.id, copyId: id }, run)
    if (next === 'ended') break
    if (next > 0) onPause()
    await wait(next * 1_000)
  }
  return (await owner.ask('{ pictureCopy { status copied failed failures { reason } } }')).pictureCopy
}

describe('copying pictures from a host that counts requests', () => {
  let host: PictureHost
  beforeAll(async () => {
    host = await openPictureHost()
  })
  afterAll(() => host?.close())

  it('waits as long as the host asks, and loses no picture', async () => {
    const drawn = await drawing(80, 60).jpeg().toBuffer()
    let left = 3
    for (const name of NAMES)
      host.answers.set(name, (response, request) => {
        left -= 1
        if (left >= 0) picture(drawn)(response, request)
        else response.writeHead(429, { 'retry-after': '1' }).end()
      })
    const copy = await copyAll(host, () => {
      left = 3
    })
    expect(copy).toEqual({ status: 'DONE', copied: NAMES.length, failed: 0, failures: [] })
  })

  it('gives up one that refuses every time', async () => {
    host.asked.length = 0
    for (const name of NAMES)
      host.answers.set(name, (response) => response.writeHead(429, { 'retry-after': '1' }).end())
    const { copied, failures } = await copyAll(host, () => {})
    expect({ copied, failed: failures.length }).toEqual({ copied: 0, failed: NAMES.length })
    expect(host.asked.length).toBeLessThan(10)
    expect(failures.map(({ reason }: { reason: string }) => reason)).toContainEqual(
      expect.stringMatching(/^Not asked for any more, because .* answered 429, 6 times in a row\.$/),
    )
  })

  it('asks three times for one that the host refuses alone', async () => {
    host.asked.length = 0
    host.answers.set('/0.jpg', (response) => response.writeHead(429, { 'retry-after': '1' }).end())
    const { failures } = await copyAll(host, () => {}, ['/0.jpg'])
    expect(failures).toEqual([{ reason: 'Its host answered 429.' }])
    expect(host.asked).toHaveLength(3)
  })
})

it('a host is given up after six pictures in a row without an answer, in this copy alone', () => {
  const hosts = createLostHosts()
  const link = (number: number, copyId = 'first') => ({ copyId, url: `https://tea.example/${number}.jpg` })
  for (let number = 0; number < 5; number += 1) hosts.note(link(number), true)
  hosts.note(link(5), false)
  for (let number = 6; number < 11; number += 1) hosts.note(link(number), true)
  expect(hosts.reasonFor(link(11))).toBeNull()
  hosts.note(link(11), true)
  expect(hosts.reasonFor(link(12))).toMatch(/^Not asked for any more, because tea\.example did not answer/)
  expect(hosts.reasonFor(link(12, 'second'))).toBeNull()
  expect(hosts.reasonFor({ copyId: 'first', url: 'https://cups.example/12.jpg' })).toBeNull()
})
