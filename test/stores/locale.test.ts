import { describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import { countryOfNumbers, localeOf } from '../../src/shared/business/store-locale.ts'
import { graphql } from '../support/call.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const products = [{ slug: 'pot', name: 'Pot', price: 1234.5, stock: 5 }]
const page = async (subdomain: string, path = '/p/pot') =>
  (await shop.app.inject(`/shop/${subdomain}${path}`)).body.replaceAll('\u00a0', ' ')

const of = (locale: string | null, businessAddressCountry: string | null) => ({ locale, businessAddressCountry })

describe('how amounts and dates are written', () => {
  it.each([
    [of('de-AT', 'DE'), 'de-AT', 'AT'],
    [of(null, 'DE'), undefined, 'DE'],
    [of(null, null), undefined, 'FR'],
    [of('de', null), 'de', 'DE'],
    [of('en-US', 'IN'), 'en-US', 'US'],
  ])('%j: %s, numbers as in %s', (store, locale, country) => {
    expect([localeOf(store), countryOfNumbers(store, 'FR')]).toEqual([locale, country])
  })

  it('is the owner’s to say; without it as before', async () => {
    const store = await shop.addStore({ store: { currency: 'EUR' }, products })
    const owner = await ownerOf(shop, store)
    expect(await page(store.subdomain)).toContain('€1,234.50')
    const set = async (locale: string | null) =>
      (
        await owner.ask(
          'mutation ($locale: String, $version: Int!) { updateStore(input: { locale: $locale }, version: $version) { locale } }',
          { locale, version: (await owner.ask('{ store { version } }')).store.version },
        )
      ).updateStore.locale
    expect(await set('de-de')).toBe('de-DE')
    expect(await page(store.subdomain)).toContain('1.234,50 €')
    expect((await graphql(shop, store.subdomain, '{ store { locale } }')).body.data.store.locale).toBe('de-DE')
    const bundle = await exportBundle(shop.database.prisma, store.subdomain)
    expect(bundle?.store.locale).toBe('de-DE')
    expect(await set(null)).toBeNull()
    await owner.ask('mutation { updateBusiness(input: { address: { country: "DE" } }, version: 1) { version } }')
    // The pages are English, and the country of the business names no language.
    expect(await page(store.subdomain)).toContain('€1,234.50')
    expect(await page(store.subdomain)).toContain('lang="en"')
    expect((await exportBundle(shop.database.prisma, store.subdomain))?.store).not.toHaveProperty('locale')
  })

  it('goes for the numbers that shoppers type into filters', async () => {
    const { subdomain } = await shop.addStore({ store: { currency: 'EUR', locale: 'de-DE' }, products })
    expect(await page(subdomain, '/search?max_price=1.500')).toContain('Pot')
    expect(await page(subdomain, '/search?max_price=1.200')).not.toContain('/p/pot')
  })

  it.each(['german', 'de_DE', 'de-DE-u-nu-deva', 'xx', '', 'x'.repeat(21)])('is refused: %j', async (locale) => {
    const store = await shop.addStore()
    const owner = await ownerOf(shop, store)
    expect(
      await owner.refused(
        'mutation ($locale: String) { updateStore(input: { locale: $locale }, version: 1) { version } }',
        {
          locale,
        },
      ),
    ).toMatchObject({ code: 'BAD_USER_INPUT', message: expect.stringContaining('locale: expected') })
  })
})
