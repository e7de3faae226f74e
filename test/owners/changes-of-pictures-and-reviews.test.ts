import { expect, it } from 'vitest'
import { dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { drawing, upload } from '../support/pictures.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const store = await shop.addStore({ products: [{ slug: 'tea', name: 'Tea', price: 100 }] })
const owner = await ownerOf(shop, store)

const CHANGES = `query ($subject: ChangeSubjectInput) {
  changes(subject: $subject) { nodes { actor action subject { kind id name } fields { name from to } } } }`
const changes = async (subject: object): Promise<any[]> => (await owner.ask(CHANGES, { subject })).changes.nodes

it('the history has uploaded pictures, and those that were deleted', async () => {
  const as = { subdomain: store.subdomain, key: owner.key }
  const { id } = (await upload(shop, as, await drawing(40, 30).png().toBuffer())).body.media
  await owner.ask(`mutation { deletePicture(id: "${id}") { id } }`)
  await owner.refused(`mutation { deletePicture(id: "${id}") { id } }`)
  const subject = { kind: 'PICTURE', id, name: '' }
  expect(await changes({ kind: 'PICTURE' })).toEqual([
    { actor: 'owner: test', action: 'DELETED', subject, fields: [] },
    { actor: 'owner: test', action: 'CREATED', subject, fields: [] },
  ])
})

it('the history has what became of a review, under the name of its product', async () => {
  const client = clientOf(shop, store.subdomain, 'REST')
  const review = { rating: 5, name: 'Asha Rao', title: 'Good', body: 'Very good tea.' }
  await dataOf(client.submitReview(await productIdOf(shop, store, 'tea'), review))
  const { id } = await shop.database.prisma.review.findFirstOrThrow({ where: { storeId: store.id } })
  for (const moderate of ['approveReview', 'approveReview', 'rejectReview', 'reopenReview']) {
    await owner.ask(`mutation { ${moderate}(id: "${id}") { status } }`)
  }
  const change = (from: string, to: string) => ({
    ...{ actor: 'owner: test', action: 'CHANGED', subject: { kind: 'REVIEW', id, name: 'Tea' } },
    fields: [{ name: 'status', from, to }],
  })
  expect(await changes({ kind: 'REVIEW', id })).toEqual([
    change('REJECTED', 'PENDING'),
    change('APPROVED', 'REJECTED'),
    change('PENDING', 'APPROVED'),
  ])
  // What a person has written may have to be erased.
  const stored = await shop.database.prisma.change.findMany({ where: { storeId: store.id } })
  for (const text of ['Asha', 'Good', 'good']) expect(JSON.stringify(stored)).not.toContain(text)
})

it('a moderation that fails leaves nothing in the history', async () => {
  const before = await changes({ kind: 'REVIEW' })
  const nobody = crypto.randomUUID()
  expect(await owner.refused(`mutation { approveReview(id: "${nobody}") { id } }`)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await changes({ kind: 'REVIEW' })).toEqual(before)
})
