import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { drawing } from '../support/pictures.ts'
import { browserOf } from './browser.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

const appearance = async () =>
  (await desk.owner.ask('{ store { appearance { name accentColor heroText logo { url } links { label url } } } }'))
    .store.appearance

describe('What shoppers will see', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())

  it('the shop is shown with its unsaved look, which nobody else sees', async () => {
    const before = await appearance()
    const { page, complaints, close } = await desk.open({ path: 'settings/appearance' })
    const shop = page.frameLocator('iframe')
    await shop.getByRole('heading', { level: 1, name: 'Demo Tea House' }).waitFor()
    await page.getByLabel('Name of the shop').fill('<i>Leaf</i>')
    await page.getByLabel('Colour of buttons and links').fill('#123456')
    await page.getByLabel('Welcome text').fill('A <script>alert(1)</script> cup')
    await shop.getByRole('heading', { level: 1, name: '<i>Leaf</i>' }).waitFor()
    await shop.getByText('A <script>alert(1)</script> cup').waitFor()
    const button = shop.getByRole('link', { name: 'See all products' })
    // The style of the frame may come after its text.
    const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
    await expect.poll(colour).toBe('rgb(18, 52, 86)')
    await button.click()
    await shop.getByRole('heading', { level: 1, name: '<i>Leaf</i>' }).waitFor()
    expect(await appearance()).toEqual(before)
    const seen = await desk.shop.app.inject(`/shop/${desk.store.subdomain}`)
    expect(seen.payload).not.toContain('Leaf')

    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(appearance).toMatchObject({
      ...{ name: '<i>Leaf</i>', accentColor: '#123456', heroText: 'A <script>alert(1)</script> cup' },
    })
    // The frame runs no scripts, which Chromium notes at each load.
    expect(complaints.filter((text) => !text.includes("'allow-scripts' permission is not set"))).toEqual([])
    await close()
  })

  it('says why a key cannot upload pictures', async () => {
    const { page, close } = await desk.open({ path: 'settings/appearance', scopes: ['settings'] })
    await page.getByText('Pictures can be uploaded with a key for the catalogue').first().waitFor()
    expect(await page.getByLabel('Upload logo').count()).toBe(0)
    await close()
  })

  it('a picture is uploaded, and a colour that is none is refused at its field', async () => {
    const { page, close } = await desk.open({ path: 'settings/appearance', size: 'phone' })
    await page.getByLabel('Upload logo').setInputFiles({
      ...{ name: 'logo.png', mimeType: 'image/png' },
      buffer: await drawing(400, 200).png().toBuffer(),
    })
    await page.getByRole('button', { name: 'Remove logo' }).waitFor()
    await page.frameLocator('iframe').locator('.brand img').waitFor()
    await expectGood(page, 'settings-appearance')
    await page.getByLabel('Colour of buttons and links').fill('red')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('.field-mistake').waitFor()
    await page.getByLabel('Colour of buttons and links').fill('#aa0000')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await appearance()).accentColor).toBe('#aa0000')
    expect((await appearance()).logo.url).toMatch(/\/media\//)
    await close()
  })

  it('a mail is shown as it would be sent, saved, and set back to the standard text', async () => {
    const { page, complaints, close } = await desk.open({ path: 'settings/mails' })
    await page.getByRole('link', { name: /Order shipped/ }).click()
    const mail = page.frameLocator('iframe')
    await mail.getByText('is on its way to you.').waitFor()
    await page.getByLabel('Subject').fill('<b>{{order.number}}</b> comes')
    await page.getByRole('textbox', { name: 'Text' }).fill('Dear {{buyer.name}}, <img src=x onerror=alert(1)>')
    await mail.getByText('<img src=x onerror=alert(1)>').waitFor()
    await page.getByText(/<b>ORD-\d+<\/b> comes/).waitFor()
    const card = mail.locator('body > div').first()
    expect(await card.evaluate((element) => getComputedStyle(element).borderRadius)).not.toBe('0px')
    await expectGood(page, 'settings-mail')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Use the standard text again' }).click()
    await page.getByText('The standard text is used again').waitFor()
    const { mailTemplates } = await desk.owner.ask('{ mailTemplates { name isOwn } }')
    expect(mailTemplates.find(({ name }: any) => name === 'ORDER_SHIPPED').isOwn).toBe(false)

    await page.getByRole('textbox', { name: 'Text' }).fill('{{nothing}}')
    await page.locator('.failure').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('the assistant learns what the store offers', async () => {
    const { page, complaints, close } = await desk.open({ path: 'settings/chat' })
    await page.getByLabel('What it knows').fill('Open 9 to 6.')
    const before = await page.getByRole('button', { name: /^Remove service/ }).count()
    await page.getByRole('button', { name: 'Add a service' }).click()
    await page.getByLabel(`Name of service ${before + 1}`).fill('Engraving')
    await page.getByLabel('Price in INR').last().fill('30.5')
    await expectGood(page, 'settings-chat')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await desk.owner.ask('{ store { chat { context services { name price } } } }')).store.chat)
      .toMatchObject({
        context: 'Open 9 to 6.',
        services: expect.arrayContaining([{ name: 'Engraving', price: 30.5 }]),
      })
    expect(complaints).toEqual([])
    await close()
  })

  it('previews are pages for frames of the console only, for who may see settings, and not cached', async () => {
    const { key } = (await desk.owner.ask('mutation { createKey(name: "o", scopes: [ORDERS]) { key } }')).createKey
    const store = desk.store.subdomain
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const ask = (browser: ReturnType<typeof browserOf>, path: string, text: string) =>
      browser.send('POST', `/api/console/sites/${store}/${path}`, Buffer.from(text), form)
    const owner = browserOf(desk.shop)
    await owner.logIn(store, desk.owner.key)
    const shown = await ask(owner, 'preview', `appearance=${encodeURIComponent('{"name":"New","accentColor":"red"}')}`)
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('<title>New</title>')
    expect(shown.text).not.toContain('<script')
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(shown.headers['content-security-policy']).toMatch(/frame-ancestors 'self'; sandbox allow-same-origin$/)
    expect((await ask(owner, 'preview', 'appearance=x')).status).toBe(400)
    expect((await ask(owner, 'mail-preview', 'name=x')).status).toBe(400)
    const packer = browserOf(desk.shop)
    await packer.logIn(store, key)
    for (const path of ['preview', 'mail-preview']) {
      expect((await ask(packer, path, 'appearance={}&name=NEW_ORDER')).status).toBe(403)
      expect((await ask(browserOf(desk.shop), path, 'appearance={}')).status).toBe(401)
    }
  })
})
