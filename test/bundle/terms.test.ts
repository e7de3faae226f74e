import { expect, it } from 'vitest'
import type { BundleJson } from '../../src/commerce/bundle/bundle-format.ts'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import { forAllTests } from '../support/shop.ts'
import { mistakesOf, openImporter, readExample, teaShop } from './tea-shop.ts'

const importer = await forAllTests(openImporter())
const { prisma } = importer.database

const india = (): BundleJson => JSON.parse(readExample('india-store.json'))
const exported = async (subdomain: string) => (await exportBundle(prisma, subdomain)) ?? { store: undefined }
const termsVersion = async (subdomain: string) => {
  const { id: storeId } = await importer.getStore(subdomain)
  return (await prisma.contentVersion.findUniqueOrThrow({ where: { storeId } })).termsVersion
}

it('zones, delivery methods and payment methods are exported as they were imported', async () => {
  await importer.load(india())
  expect(await exported('india')).toMatchObject({
    store: { shipping: india().store.shipping, paymentMethods: india().store.paymentMethods },
  })
  expect(await termsVersion('india')).toBe(1n)
})

it('importing an export again changes nothing, and elsewhere gives the same', async () => {
  await importer.load(india())
  const bundle = await exported('india')
  const zones = await prisma.shippingZone.findMany({ orderBy: { id: 'asc' }, include: { methods: true } })
  await importer.load(bundle)
  expect(await prisma.shippingZone.findMany({ orderBy: { id: 'asc' }, include: { methods: true } })).toEqual(zones)
  expect(await termsVersion('india')).toBe(1n)
  await importer.load({ ...bundle, store: { ...bundle.store, subdomain: 'copy' } })
  expect((await exported('copy')).store).toEqual({ ...bundle.store, subdomain: 'copy' })
})

it('what a bundle leaves out stays, and null clears', async () => {
  await importer.load({ ...india(), store: { ...india().store, subdomain: 'part' } })
  const shop = teaShop('part')
  const zones = [{ code: 'india', name: 'Bharat', methods: [{ code: 'express', freeFrom: 10, minGoods: null }] }]
  await importer.load({
    ...shop,
    store: { ...shop.store, shipping: { zones }, paymentMethods: [{ code: 'cod', fee: 10 }] },
  })
  const { store } = await exported('part')
  const [bengaluru, islands, whole] = india().store.shipping?.zones ?? []
  expect(store?.shipping?.zones?.slice(0, 2)).toEqual([bengaluru, islands])
  const express = whole?.methods?.find(({ code }) => code === 'express')
  expect(store?.shipping?.zones?.[2]).toMatchObject({
    name: 'Bharat',
    methods: [{ code: 'standard' }, { ...express, freeFrom: 10, minGoods: null }],
  })
  expect(store?.paymentMethods?.find(({ code }) => code === 'cod')).toMatchObject({ fee: 10, maxTotal: 5000 })
  expect(await termsVersion('part')).toBe(2n)
})

it('a store that uses none of it has no version of them', async () => {
  await importer.load(teaShop('plain'))
  expect(await termsVersion('plain')).toBe(0n)
})

it('each mistake is reported with its place', async () => {
  const shop = teaShop('wrong')
  const tiers = [{ from: 0, fee: 1 }]
  const bad = (shipping: object, more: object = {}) => ({ ...shop, store: { ...shop.store, shipping, ...more } })
  const twice = {
    code: 'a',
    name: 'A',
    methods: [
      { code: 'm', name: 'M', tiers },
      { code: 'm', name: 'M', tiers },
    ],
  }
  expect(
    await mistakesOf(() => importer.load(bad({ country: 'XX', zones: [twice, { code: 'a', postalCodes: ['!'] }] }))),
  ).toEqual([
    'store.shipping.country: expected a country code of ISO 3166-1 like "IN", found "XX"',
    'store.shipping.zones[0].methods[1].code: expected a code that store.shipping.zones[0].methods[0] does not have already, found "m"',
    'store.shipping.zones[1].code: expected a code that store.shipping.zones[0] does not have already, found "a"',
    'store.shipping.zones[1].postalCodes[0]: expected a postal code, a prefix like "5600*" or a range like "560001-560099", found "!"',
  ])
  const cod = { code: 'cod', kind: 'cod', name: 'Cash', zones: ['nowhere'] }
  const zones = [{ code: 'b', methods: [{ code: 'm', basis: 'weight', tiers }] }]
  expect(await mistakesOf(() => importer.load(bad({ zones }, { paymentMethods: [cod, { code: 'upi' }] })))).toEqual([
    'store.paymentMethods[0].zones[0]: expected the code of a delivery zone, found "nowhere"',
    'store.paymentMethods[1].kind: expected one, which a new payment method needs, found nothing',
    'store.paymentMethods[1].name: expected one, which a new payment method needs, found nothing',
    'store.shipping.zones[0].methods[0].name: expected one, which a new method needs, found nothing',
    'store.shipping.zones[0].name: expected one, which a new zone needs, found nothing',
  ])
  expect(await prisma.store.count({ where: { subdomain: 'wrong' } })).toBe(0)
})
