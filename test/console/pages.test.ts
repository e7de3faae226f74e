import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

const pages = async () => (await desk.owner.ask('{ pages { id slug title markdown published version } }')).pages
const page = async (slug: string) => (await pages()).find((one: { slug: string }) => one.slug === slug)
const upsert = (input: object) =>
  desk.owner.ask('mutation ($input: PageInput!) { upsertPage(input: $input) { id version } }', { input })

describe('pages in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())

  it('are written with a preview by the shop’s own rendering', async () => {
    const { page: tab, complaints, close } = await desk.open({ path: 'pages' })
    await tab.getByRole('link', { name: 'New page' }).click()
    await tab.getByLabel('Title').fill('About <us>')
    await tab.getByLabel('Text').fill('We *sell* tea. <script>alert(1)</script>')
    await tab.getByRole('button', { name: 'Heading' }).click()
    await tab.keyboard.type('Where')
    const preview = tab.frameLocator('iframe')
    await preview.getByRole('heading', { level: 1, name: 'About <us>' }).waitFor()
    await preview.getByText('We sell tea. <script>alert(1)</script>').waitFor()
    await preview.getByRole('heading', { level: 2, name: 'Where' }).waitFor()
    await expectGood(tab, 'page-new')
    await tab.getByRole('button', { name: 'Create page' }).click()
    await tab.getByText('Page created').waitFor()
    expect(await page('about-us')).toMatchObject({
      published: false,
      version: 1,
      markdown: expect.stringMatching(/## Where$/),
    })
    await tab.getByRole('checkbox', { name: 'Published' }).click()
    await tab.getByRole('button', { name: 'Save' }).click()
    await tab.getByRole('link', { name: 'Show in the shop' }).click()
    await tab.getByRole('heading', { level: 1, name: 'About <us>' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('begin with a template, and are published with gaps only after a second click', async () => {
    const { page: tab, complaints, close } = await desk.open({ path: 'pages', size: 'phone', scheme: 'dark' })
    expect(await tab.getByLabel('Whose law they follow').inputValue()).toBe('IN')
    await tab.getByLabel('Whose law they follow').selectOption('DE')
    await tab.getByRole('link', { name: /^Imprint and contact/ }).waitFor()
    await expectGood(tab, 'pages')
    await tab.getByRole('link', { name: /^Imprint and contact/ }).click()
    await tab.getByText(/§ 5 DDG/).waitFor()
    await tab.getByRole('checkbox', { name: 'Published' }).click()
    await tab.getByRole('button', { name: 'Create page' }).click()
    await tab
      .getByRole('alertdialog')
      .getByText(/places in the text are left to fill: \[… legal name\]/)
      .waitFor()
    await tab.getByRole('button', { name: 'Keep editing' }).click()
    await tab.getByText('Nothing is saved. Fill in what is left').waitFor()
    expect(await page('imprint')).toBeUndefined()
    await tab.getByRole('button', { name: 'Create page' }).click()
    await tab.getByRole('button', { name: 'Publish it' }).click()
    await tab.getByText('Page created').waitFor()
    expect(await page('imprint')).toMatchObject({ published: true })
    expect(complaints).toEqual([])
    await close()
  })

  it('that somebody else has changed meanwhile are shown in both versions', async () => {
    const { upsertPage } = await upsert({ slug: 'faq', title: 'FAQ', markdown: 'Old' })
    const { page: tab, close } = await desk.open({ path: `pages/${upsertPage.id}` })
    await tab.getByLabel('Text').fill('Mine')
    await upsert({ id: upsertPage.id, version: 1, markdown: 'Theirs', title: 'Questions' })
    await tab.getByRole('button', { name: 'Save' }).click()
    const both = tab.getByRole('table', { name: 'Both versions' })
    expect(await both.getByRole('row').filter({ hasText: 'Text' }).innerText()).toMatch(/Mine\s+Theirs/)
    await tab.getByRole('button', { name: 'Save this' }).click()
    await tab.getByText('Saved', { exact: true }).waitFor()
    expect(await page('faq')).toMatchObject({ title: 'Questions', markdown: 'Mine', version: 3 })
    await close()
  })

  it('are moved and deleted, and only seen by who may not change them', async () => {
    const { page: tab, close } = await desk.open({ path: 'pages' })
    await tab
      .getByRole('button', { name: 'Move FAQ up' })
      .or(tab.getByRole('button', { name: 'Move Questions up' }))
      .click()
    await tab.getByText(/moved up/).waitFor()
    await tab.getByRole('link', { name: 'How we pack' }).click()
    await tab.getByRole('button', { name: 'Delete' }).click()
    await tab.getByRole('button', { name: 'Delete the page' }).click()
    await tab.getByText('How we pack deleted').waitFor()
    expect(await page('how-we-pack')).toBeUndefined()
    await close()
    const reader = await desk.open({ path: 'pages', scopes: ['read'] })
    await reader.page.getByRole('link', { name: 'About <us>' }).waitFor()
    expect(await reader.page.getByRole('link', { name: 'New page' }).count()).toBe(0)
    await reader.close()
  })
})
