import { beforeEach, describe, expect, it } from 'vitest'
import { setAccessPassword } from '../../src/commerce/access/set-access-password.ts'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce } from '../support/buying.ts'
import { graphql } from '../support/call.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const FIELDS = `legalName address { street town region postalCode country } registrationNumbers { name number }
  tradeRegister representatives phone email grievanceOfficer { name designation phone email }`
const UPDATE = `mutation ($input: BusinessInput!, $version: Int!) { updateBusiness(input: $input, version: $version) { ${FIELDS} version } }`

const none = {
  ...{ legalName: null, tradeRegister: null, phone: null, email: null },
  ...{ registrationNumbers: [], representatives: [] },
  address: { street: null, town: null, region: null, postalCode: null, country: null },
  grievanceOfficer: { name: null, designation: null, phone: null, email: null },
}
const all = {
  legalName: 'Sundari Teas Private Limited',
  address: { street: '12 MG Road', town: 'Bengaluru', region: 'IN-KA', postalCode: '560001', country: 'IN' },
  registrationNumbers: [{ name: 'CIN', number: 'U15549KA2020PTC123456' }],
  tradeRegister: 'Registrar of Companies, Bengaluru',
  representatives: ['Asha Rao', 'Ravi Iyer'],
  phone: '+91 80 1234 5678',
  email: 'care@sundari.example',
  grievanceOfficer: {
    ...{ name: 'Meera Nair', designation: 'Head of customer care' },
    ...{ phone: '+91 98765 43210', email: 'grievance@sundari.example' },
  },
}

const shop = await forAllTests(openShop({ limitsOff: true }))
let store: Store
let owner: Owner
beforeEach(async () => {
  store = await shop.addStore()
  owner = await ownerOf(shop, store)
})

const update = async (input: object, version = 1) => (await owner.ask(UPDATE, { input, version })).updateBusiness
const refused = (input: object, version = 1) => owner.refused(UPDATE, { input, version })
const shownToShoppers = async (of = store) =>
  (await graphql(shop, of.subdomain, `{ store { business { ${FIELDS} } } }`)).body.data.store.business
const rest = async (path: string) => (await shop.app.inject(`/api/sites/${store.subdomain}/${path}`)).body
const page = async (path: string) => (await shop.app.inject(`/shop/${store.subdomain}${path}`)).body

describe('the business of a store', () => {
  it('is nothing at first', async () => {
    expect((await owner.ask(`{ store { business { ${FIELDS} version } } }`)).store.business).toEqual({
      ...none,
      version: 1,
    })
    expect(await shownToShoppers()).toBeNull()
    expect((await exportBundle(shop.database.prisma, store.subdomain))?.store).not.toHaveProperty('business')
    expect(await page('/contact')).not.toContain('Who sells here')
  })

  it('is shown to everybody as it was given, and leaves what REST answers as it is', async () => {
    const before = await rest('store')
    const { version } = (await owner.ask('{ store { version } }')).store
    expect(await update(all)).toEqual({ ...all, version: 2 })
    expect(await shownToShoppers()).toEqual(all)
    expect(await rest('store')).toBe(before)
    expect((await owner.ask('{ store { version } }')).store.version).toBe(version)
  })

  it('changes field by field, and null clears a field, a group or a list', async () => {
    await update(all)
    const changed = { phone: null, address: { street: '13 MG Road' }, grievanceOfficer: null, representatives: null }
    const left = {
      ...{ ...all, phone: null, representatives: [], grievanceOfficer: none.grievanceOfficer },
      address: { ...all.address, street: '13 MG Road' },
    }
    expect(await update(changed, 2)).toEqual({ ...left, version: 3 })
    expect(await update({}, 3)).toEqual({ ...left, version: 3 })
  })

  it('takes regions by their names, and texts without blanks around them', async () => {
    const { address, legalName } = await update({
      legalName: '  Sundari   Teas ',
      address: { region: 'karnataka', country: 'IN' },
    })
    expect([legalName, address.region]).toEqual(['Sundari Teas', 'IN-KA'])
  })

  it('is changed once on each version', async () => {
    const answers = await atOnce(5, () => owner.post(UPDATE, { input: { legalName: 'Sundari' }, version: 1 }))
    expect(answers.filter(({ body }) => body.errors === undefined)).toHaveLength(1)
    expect(await refused({ legalName: 'Other' })).toMatchObject({
      code: 'CONFLICT',
      message: 'This business was changed meanwhile. Read it again, then send your change with its version.',
    })
  })

  it.each([
    [{ legalName: '' }, 'legalName: expected 1 to 255 characters, found ""'],
    [{ legalName: 'Two\nlines' }, 'legalName: expected one line'],
    [{ email: 'care' }, 'email: expected an e-mail address, found "care"'],
    [{ phone: 'call us' }, 'phone: expected a phone number, found "call us"'],
    [{ address: { country: 'XX' } }, 'address.country: expected a country code of ISO 3166-1'],
    [{ address: { region: 'IN-KA' } }, 'address.country: Choose the country that the region is in.'],
    [{ address: { country: 'DE', region: 'IN-KA' } }, 'address.region: Enter the name of the'],
    [{ address: { country: 'IN', postalCode: '12' } }, 'address.postalCode: Enter a postal code of India'],
    [{ representatives: Array(21).fill('Asha') }, 'representatives: expected'],
    [{ registrationNumbers: Array(11).fill({ name: 'CIN', number: '1' }) }, 'registrationNumbers: expected'],
    [{ registrationNumbers: [{ name: 'CIN', number: '' }] }, 'registrationNumbers[0].number: expected 1 to 60'],
  ])('is refused: %j', async (input, message) => {
    expect(await refused(input)).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining(message) })
    expect(await shownToShoppers()).toBeNull()
  })

  it('stands in the history by the names of the API', async () => {
    await update({ legalName: 'Sundari', registrationNumbers: all.registrationNumbers })
    const { changes } = await owner.ask(
      '{ changes(first: 1) { nodes { subject { kind } action fields { name from to } } } }',
    )
    expect(changes.nodes[0]).toMatchObject({
      ...{ subject: { kind: 'SETTINGS' }, action: 'CHANGED' },
      fields: expect.arrayContaining([
        { name: 'business.legalName', from: null, to: 'Sundari' },
        { name: 'business.registrationNumbers', from: null, to: null },
      ]),
    })
    expect(changes.nodes[0].fields).toHaveLength(2)
  })

  it('goes into bundles and comes out of them', async () => {
    await update(all)
    const bundle = await exportBundle(shop.database.prisma, store.subdomain)
    expect(bundle?.store.business).toEqual(all)
    const subdomain = `${store.subdomain}-copy`
    const again = { ...bundle, store: { ...bundle?.store, subdomain } }
    const copy = await shop.addStore(again)
    expect(await shownToShoppers(copy)).toEqual(all)
    expect(await shop.addStore(again)).toMatchObject({ version: copy.version, businessVersion: copy.businessVersion })
    const other = { store: { subdomain, business: { phone: null } } }
    expect(await shop.addStore(other)).toMatchObject({ businessPhone: null, businessVersion: copy.businessVersion + 1 })
    expect(await shownToShoppers(copy)).toEqual({ ...all, phone: null })
    await shop.addStore({ store: { subdomain, business: null } })
    expect(await shownToShoppers(copy)).toBeNull()
    await expect(
      shop.addStore({ store: { business: { address: { country: 'IN', region: 'Bavaria' } } } }),
    ).rejects.toThrow('store.business.address.region: Enter the name of the state')
  })
})

describe('in the shop', () => {
  const LINE = 'Sundari Teas Private Limited, 12 MG Road, Bengaluru, Karnataka 560001, India'

  it('it is one line at the foot of each page, and the rest where to write to', async () => {
    await page('') // Cached without it.
    await update(all)
    expect(await page('')).toContain(LINE)
    expect(await page('')).not.toContain('Meera Nair')
    const contact = await page('/contact')
    for (const shown of ['Meera Nair, Head of customer care', 'Asha Rao, Ravi Iyer', 'U15549KA2020PTC123456'])
      expect(contact).toContain(shown)
    expect(contact).toContain('<a href="tel:+918012345678">')
  })

  it('it is also shown to who has not given the password', async () => {
    await update(all)
    await setAccessPassword({ services: shop.services, store }, 'letmein')
    expect(await shownToShoppers()).toEqual(all)
    const locked = await page('')
    expect(locked).toContain('This shop needs a password')
    expect(locked).toContain(LINE)
    expect(await page('/contact')).toContain('Meera Nair')
    await owner.ask('mutation { updateStore(input: { active: false }, version: 2) { active } }')
    expect(await page('')).not.toContain(LINE)
  })

  it('texts of the owner are texts', async () => {
    await update({ legalName: '</p><script>x()', representatives: ['"><img src=x onerror=x()>'] })
    for (const path of ['', '/contact']) expect(await page(path)).not.toMatch(/<script>x|<img src=x/)
  })

  it('it fills in the templates of pages', async () => {
    await update({ ...all, registrationNumbers: [{ name: 'VAT', number: 'GB123456789' }, ...all.registrationNumbers] })
    const query = '{ pageTemplates(country: "IN") { kind markdown gaps } }'
    const { pageTemplates } = await owner.ask(query)
    const { markdown } = pageTemplates.at(-1)
    expect(markdown).toContain('Legal name: Sundari Teas Private Limited')
    expect(markdown).toContain('Meera Nair, Head of customer care, +91 98765 43210, grievance@sundari.example')
    const german = (await owner.ask('{ pageTemplates(country: "DE") { kind markdown } }')).pageTemplates.at(-1).markdown
    expect(german).toContain('VAT identification number: GB123456789')
    expect(german).toContain('Register: Registrar of Companies, Bengaluru, CIN U15549KA2020PTC123456')
  })
})
