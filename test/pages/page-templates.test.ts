import { describe, expect, it } from 'vitest'
import { areaOf } from '../../src/shared/business/law-areas.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore({ store: { appearance: { name: 'Tea *of* <Asha>' } } })
const owner = await ownerOf(shop, store)
const templates = async (country: string) =>
  (
    await owner.ask(
      'query ($country: String!) { pageTemplates(country: $country) { kind title slug markdown gaps laws checkedOn } }',
      { country },
    )
  ).pageTemplates as { kind: string; slug: string; title: string; markdown: string; gaps: number; laws: string[] }[]
const text = async (country: string, kind: string) =>
  (await templates(country)).find((template) => template.kind === kind)?.markdown ?? ''

describe('templates', () => {
  it.each(['IN', 'DE', 'FR', 'GB', 'US', 'de', '', '??'])(
    'are there for %j, and each can be saved as a page',
    async (country) => {
      const all = await templates(country)
      expect(all.map(({ kind }) => kind)).toEqual(['TERMS', 'PRIVACY', 'REFUNDS', 'DELIVERY', 'CONTACT'])
      for (const { title, slug, markdown, gaps } of all) {
        expect(gaps).toBeGreaterThan(0)
        const input = {
          title,
          slug: `${slug}-${country.replace('??', 'x').toLowerCase() || 'none'}${all.length}${country === 'de' ? 'x' : ''}`,
          markdown,
          published: true,
        }
        const { upsertPage } = await owner.ask('mutation ($input: PageInput!) { upsertPage(input: $input) { slug } }', {
          input,
        })
        const { html } = (await shop.app.inject(`/api/sites/${store.subdomain}/pages/${upsertPage.slug}`)).json()
        expect(html).not.toMatch(/undefined|false|\*\*|\]\(/)
      }
    },
  )

  it('name their laws, but for the neutral ones', async () => {
    for (const country of ['IN', 'DE', 'GB'])
      for (const { laws } of await templates(country)) expect(laws).not.toEqual([])
    for (const { laws } of await templates('US')) expect(laws).toEqual([])
  })

  it('ask of a shop in India for what its e-commerce rules want', async () => {
    const contact = await text('IN', 'CONTACT')
    for (const wanted of [
      'Legal name',
      'Headquarters',
      'Branches',
      'Email',
      'Phone',
      'Grievance officer',
      '48 hours',
      'one month',
    ])
      expect(contact).toContain(wanted)
    expect(await text('IN', 'REFUNDS')).toMatch(/Exchange[\s\S]*Refunds/)
    expect(await text('IN', 'REFUNDS')).toContain('We charge nothing for this.')
    expect(await text('IN', 'TERMS')).toContain('warranty')
  })

  it('give shoppers in the EU 14 days with the model form, and lead nowhere to the closed platform', async () => {
    const refunds = await text('FR', 'REFUNDS')
    expect(refunds).toMatch(/within 14 days[\s\S]*Exceptions[\s\S]*perish[\s\S]*Model withdrawal form/)
    for (const { markdown } of await templates('DE')) expect(markdown).not.toMatch(/ec\.europa\.eu|TMG/)
    expect((await templates('DE')).at(-1)?.laws).toContain('§ 5 DDG')
    expect(await text('DE', 'CONTACT')).toContain('§ 36 VSBG')
    expect(await text('FR', 'CONTACT')).not.toContain('VSBG')
    expect(await text('FR', 'PRIVACY')).toMatch(/art\. 6 \(1\)[\s\S]*shop-cart[\s\S]*data protection authority/)
  })

  it('ask of a shop in the United Kingdom for number, place of registration and office', async () => {
    const contact = await text('GB', 'CONTACT')
    for (const wanted of [
      'Registered office',
      'Registered number',
      'part of the United Kingdom',
      'VAT number',
      'Email',
    ])
      expect(contact).toContain(wanted)
    expect(await text('GB', 'REFUNDS')).toContain('within 14 days')
  })

  it('show the shop’s name as it is', async () => {
    expect(await text('IN', 'CONTACT')).toContain('Tea \\*of\\* \\<Asha\\> is a shop of:')
  })

  it.each([
    ['IN', 'IN'],
    ['DE', 'EU'],
    ['NO', 'EU'],
    ['GB', 'UK'],
    ['CH', 'NEUTRAL'],
    ['US', 'NEUTRAL'],
  ])('of %s are those of %s', (country, area) => expect(areaOf(country)).toBe(area))
})
