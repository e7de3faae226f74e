import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { type Desk, expectGood, openDesk } from './support/owner.ts'

let desk: Desk

const ZONE = `code name position countries regions postalCodes version
  methods { code name active basis tiers { from fee } step stepFee freeFrom minDays maxDays pickup { address } }`
const zone = async (code: string) =>
  (await desk.owner.ask(`query ($code: String!) { shippingZone(code: $code) { ${ZONE} } }`, { code })).shippingZone
const codes = async () =>
  (await desk.owner.ask('{ shippingZones { code } }')).shippingZones.map(({ code }: { code: string }) => code)
const upsert = (input: object) =>
  desk.owner.ask('mutation ($input: ShippingZoneInput!) { upsertShippingZone(input: $input) { version } }', { input })

const post = { code: 'post', name: '<i>Post</i>', tiers: [{ from: 0, fee: 40 }], minDays: 2, maxDays: 5 }
const express = { code: 'express', name: 'Express', tiers: [{ from: 0, fee: 90 }] }

describe('delivery in the console', needs(noBrowser), () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk?.close())
  beforeEach(async () => {
    for (const { code, version } of (await desk.owner.ask('{ shippingZones { code version } }')).shippingZones) {
      await desk.owner.ask(
        'mutation ($code: String!, $version: Int!) { deleteShippingZone(code: $code, version: $version) { code } }',
        { code, version },
      )
    }
  })

  it('starts with a first zone, whose method has a grid of fees and mistakes at their fields', async () => {
    const { page, complaints, close } = await desk.open({ path: 'delivery' })
    await page.getByText('No zones yet').waitFor()
    await page.getByRole('link', { name: 'Create the first zone.' }).click()
    await page.getByLabel('Name').fill('South')
    await page.getByLabel('Countries').selectOption('IN')
    await page.getByLabel('States or regions', { exact: true }).selectOption('Karnataka')
    await page.getByLabel('Postal codes', { exact: true }).fill('5600*\n5600')
    await page.getByLabel('Postal codes', { exact: true }).fill('5600*\nnot a code!\n56001\n5\nx')
    await page.getByRole('button', { name: 'Create zone' }).click()
    const field = page.locator('.field', { has: page.getByLabel('Postal codes', { exact: true }) })
    await field.getByText('you gave "not a code!"').waitFor()
    await field.getByText(/you gave "56001".* And 1 more\.$/).waitFor()
    await page.getByLabel('Postal codes', { exact: true }).fill('5600*, 562100-562199')
    await page.getByRole('button', { name: 'Create zone' }).click()
    await page.waitForURL(/\/delivery\/south$/)
    expect(await zone('south')).toMatchObject({
      ...{ name: 'South', countries: ['IN'], regions: ['IN-KA'], postalCodes: ['5600*', '562100-562199'] },
    })

    await page.getByText('None yet: orders of this zone are not delivered.').waitFor()
    await page.getByRole('button', { name: 'Add a method' }).click()
    const form = page.getByRole('form', { name: 'New method' })
    await form.getByLabel('Name').fill('Standard')
    await form.getByLabel('Code', { exact: true }).fill('standard')
    await form.getByLabel('Fee', { exact: true }).first().selectOption('WEIGHT')
    await form.locator('.tier').getByLabel('Fee').fill('20')
    await form.getByRole('button', { name: 'Add a row' }).click()
    await form.getByLabel('Weight from').fill('0')
    await form.locator('.tier').nth(1).getByLabel('Fee').fill('35,5')
    await form.getByLabel('Last day of delivery').fill('4')
    await expectGood(page, 'method')
    await form.getByRole('button', { name: 'Add method' }).click()
    await form.locator('.tier').getByText('Expected: more than 0, that of the tier before; you gave 0.').waitFor()
    await form.getByLabel('Weight from').fill('1000')
    await form.getByLabel('Step', { exact: true }).fill('500')
    await form.getByLabel('Fee of each step').fill('10')
    await form.getByRole('button', { name: 'Add method' }).click()
    await page.getByText('Method added').waitFor()
    await page.getByText('From ₹30.00 by weight · Within 4 days').waitFor()
    expect((await zone('south')).methods).toEqual([
      {
        ...{ code: 'standard', name: 'Standard', active: true, basis: 'WEIGHT', step: 500, stepFee: 10 },
        tiers: [
          { from: 0, fee: 20 },
          { from: 1000, fee: 35.5 },
        ],
        ...{ freeFrom: null, minDays: null, maxDays: 4, pickup: null },
      },
    ])
    expect(complaints).toEqual([])
    await close()
  })

  it('has zones in their order, and the zone of an address, on a phone', async () => {
    await upsert({ code: 'south', name: '<b>South</b>', countries: ['IN'], regions: ['IN-KA'], methods: [post] })
    await upsert({ code: 'india', name: 'India', countries: ['IN'], methods: [express] })
    const { page, complaints, close } = await desk.open({ path: 'delivery', size: 'phone' })
    await page.getByRole('link', { name: '<b>South</b>' }).waitFor()
    await page.getByRole('button', { name: 'Move India up' }).click()
    await page.getByText('India moved up').waitFor()
    expect(await codes()).toEqual(['india', 'south'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('India is back in its place').waitFor()
    expect(await codes()).toEqual(['south', 'india'])

    await page.getByLabel('State', { exact: true }).selectOption('Kerala')
    await page.getByLabel('Postal code').fill('682001')
    await page.getByLabel('Postal code').press('Enter')
    await page.getByText('It belongs to India').waitFor()
    await page.getByText('It is for Karnataka, not for Kerala.').waitFor()
    await expectGood(page, 'delivery')
    expect(complaints).toEqual([])
    await close()
  })

  it('has regions by name where they are known and those of other countries by code, by keyboard and on a phone', async () => {
    const regions = ['IN-DH', 'IN-KA', 'LK-1']
    await upsert({ code: 'both', name: 'Both', countries: ['IN', 'LK'], regions, methods: [post] })
    const { page, complaints, close } = await desk.open({ path: 'delivery/both', size: 'phone' })
    await page.getByText('Dadra and Nagar Haveli and Daman and Diu, Karnataka, and LK-1').waitFor()
    const add = page.getByLabel('States or regions', { exact: true })
    const codes = page.getByLabel('Region codes')
    const chosen = page.getByRole('list', { name: 'States or regions, chosen' }).getByRole('listitem')
    expect(await chosen.allInnerTexts()).toEqual(['Dadra and Nagar Haveli and Daman and Diu', 'Karnataka'])
    expect(await codes.inputValue()).toBe('LK-1')
    await page.getByRole('button', { name: 'Remove Karnataka' }).press('Enter')
    expect(await add.evaluate((control) => control === document.activeElement)).toBe(true)
    await page.keyboard.press('T')
    await chosen.filter({ hasText: 'Tamil Nadu' }).waitFor()
    await codes.fill('LK-1, LK-')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Expected: a code such as LK-1, or a name').waitFor()
    await expectGood(page, 'zone-regions')
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectGood(page, 'zone-regions')
    await codes.fill('LK-1, LK-2')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await zone('both')).regions).toEqual(['IN-DH', 'IN-TN', 'LK-1', 'LK-2'])

    // Where India is the only country, there are no other codes to type.
    await page.getByRole('button', { name: 'Remove Sri Lanka' }).click()
    await codes.fill('')
    await codes.waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect.poll(async () => (await zone('both')).regions).toEqual(['IN-DH', 'IN-TN'])
    await page.reload()
    await add.waitFor()
    expect(await codes.count()).toBe(0)
    await expectGood(page, 'zone-states')
    await page.getByRole('button', { name: 'Remove India' }).click()
    await page.getByLabel('Countries', { exact: true }).selectOption('LK')
    await codes.waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    const field = page.locator('.field', { has: add })
    await field.getByText("Expected: a region of the zone's countries, LK").waitFor()
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
    await close()
  })

  it('saves a method beside the changes of others to its zone, and shows both versions of the same', async () => {
    await upsert({ code: 'india', name: 'India', countries: ['IN'], methods: [post, express] })
    const { page, close } = await desk.open({ path: 'delivery/india' })
    await page.getByText('<i>Post</i>').waitFor()
    await page.getByRole('button', { name: 'Edit Express' }).click()
    const form = page.getByRole('form', { name: 'Method Express' })
    await form.getByLabel('Fee of an order').fill('95')
    // A method that the open page knows nothing of is not deleted by saving another.
    const third = { code: 'drone', name: 'Drone', tiers: [{ from: 0, fee: 500 }] }
    await upsert({ code: 'india', version: 1, methods: [{ code: 'post' }, { code: 'express' }, third] })
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect(await zone('india')).toMatchObject({
      version: 3,
      methods: [{ code: 'post' }, { code: 'express', tiers: [{ from: 0, fee: 95 }] }, { code: 'drone' }],
    })

    await page.getByRole('button', { name: 'Edit Express' }).click()
    await form.getByLabel('Fee of an order').fill('99')
    const other = { code: 'express', tiers: [{ from: 0, fee: 85 }] }
    await upsert({ code: 'india', version: 3, methods: [{ code: 'post' }, other, { code: 'drone' }] })
    await form.getByRole('button', { name: 'Save' }).click()
    const both = page.getByRole('table', { name: 'Both versions' })
    expect(await both.getByRole('row').filter({ hasText: 'Fees' }).innerText()).toMatch(/from 0: 99\s+from 0: 85/)
    await page.getByRole('button', { name: 'Save this' }).click()
    await expect.poll(async () => (await zone('india')).methods[1].tiers).toEqual([{ from: 0, fee: 99 }])
    await close()
  })

  it('switches, moves and deletes methods and zones, and says what is lost', async () => {
    await upsert({ code: 'india', name: 'India', postalCodes: ['5600*'], methods: [post, express] })
    const { page, close } = await desk.open({ path: 'delivery/india' })
    const methods = async () => (await zone('india')).methods
    await page.getByRole('checkbox', { name: 'Express is switched on' }).click()
    await page.getByText('Express switched off').waitFor()
    expect(await methods()).toMatchObject([{ active: true }, { active: false }])
    await page.getByRole('button', { name: 'Move Express up' }).click()
    await page.getByText('Express moved up').waitFor()
    expect(await methods()).toMatchObject([{ code: 'express' }, { code: 'post' }])
    await page.getByRole('button', { name: 'Delete Express' }).click()
    await page.getByRole('button', { name: 'Delete the method' }).click()
    await page.getByText('Express deleted').waitFor()
    expect(await methods()).toMatchObject([{ code: 'post' }])

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const text = await page.getByRole('alertdialog').innerText()
    expect(text).toContain(
      'Its 1 delivery method with their fees are lost: <i>Post</i>. So are its 1 postal code entry.',
    )
    await page.getByRole('button', { name: 'Delete the zone' }).click()
    await page.getByText('No zones yet').waitFor()
    expect(await codes()).toEqual([])
    await close()
  })

  it('adds and removes entries of a long list of postal codes, with a way back', async () => {
    const many = Array.from({ length: 600 }, (_, index) => String(560_000 + index))
    await upsert({ code: 'india', name: 'India', postalCodes: many })
    const { page, close } = await desk.open({ path: 'delivery/india' })
    const list = page.getByRole('region', { name: 'Postal codes', exact: true })
    await list.getByText('600 entries', { exact: true }).waitFor()
    await list.getByLabel('Find an entry').fill('5605')
    await list.getByText('and 50 more entries').waitFor()
    await list.getByLabel('Add or remove entries').fill('560 001\n700001')
    await list.getByRole('button', { name: 'Add' }).click()
    await page.getByText('1 entry added').waitFor()
    expect((await zone('india')).postalCodes).toEqual([...many, '700001'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 entry removed').waitFor()
    expect((await zone('india')).postalCodes).toEqual(many)
    await close()
  })
})
