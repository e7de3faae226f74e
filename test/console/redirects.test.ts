import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

const list = async () =>
  (await desk.owner.ask('{ redirects { nodes { from to } } }')).redirects.nodes.map(
    ({ from, to }: { from: string; to: string }) => `${from} > ${to}`,
  )

const csv = (text: string) => ({ name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

describe('redirects in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())

  it('are made, refused with a reason, found, changed and deleted', async () => {
    const { page, complaints, close } = await desk.open({ path: 'settings' })
    await page
      .getByRole('link', { name: /^Redirects/ })
      .first()
      .click()
    await page.getByText('No redirects yet').waitFor()
    await page.getByRole('button', { name: 'New redirect' }).click()
    await page.getByLabel(/^From/).fill('/old-tea/')
    await page.getByLabel(/^To/).fill('//evil.example')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('dialog')
      .getByText(/a path of this shop, which begins with one/)
      .waitFor()
    await page.getByLabel(/^To/).fill('/c/Grüner Tee')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /\/old-tea\s.*\/c\/Grüner Tee/ }).waitFor()
    expect(await list()).toEqual(['/old-tea > /c/Gr%C3%BCner%20Tee'])
    await expectGood(page, 'settings-redirects')

    await page.getByRole('button', { name: 'Change /old-tea' }).click()
    await page.getByLabel(/^From/).fill('/older-tea')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /\/older-tea/ }).waitFor()
    expect(await list()).toEqual(['/older-tea > /c/Gr%C3%BCner%20Tee'])
    await page.getByRole('searchbox', { name: 'Search by address' }).fill('nothing')
    await page.getByText('No redirect matches').waitFor()
    await page.getByRole('searchbox', { name: 'Search by address' }).fill('OLDER')
    await page.getByRole('button', { name: 'Delete /older-tea' }).click()
    await page.getByRole('button', { name: 'Delete it' }).click()
    await page.getByText('No redirect matches').waitFor()
    expect(await list()).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('come from a file, after it has been tried', async () => {
    const { page, complaints, close } = await desk.open({ path: 'settings/redirects', size: 'phone', scheme: 'dark' })
    const input = page.getByLabel('CSV file')
    await input.setInputFiles(csv('from;to\r\n/a;/search\r\n/b;https://evil.example\r\n'))
    await page.getByText('1 mistake: nothing was stored').waitFor()
    expect(await page.getByRole('table', { name: 'Mistakes' }).innerText()).toMatch(
      /3\s+to\s+expected a path of this shop/,
    )
    await expectGood(page, 'settings-redirects-mistakes')
    await input.setInputFiles(csv('from;to\r\n/a;/search\r\n/b;/a\r\n'))
    await page.getByText('2 new, 0 changed, 0 already as in the file.').waitFor()
    expect(await list()).toEqual([])
    await page.getByRole('button', { name: 'Import 2 redirects' }).click()
    await page.getByText('Imported', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Change /b' }).waitFor()
    expect((await list()).toSorted()).toEqual(['/a > /search', '/b > /search'])
    await expectGood(page, 'settings-redirects-phone')
    expect(complaints).toEqual([])
    await close()
  })
})
