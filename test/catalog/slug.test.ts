import { describe, expect, it } from 'vitest'
import { slugOf, TakenSlugs } from '../../src/commerce/catalog/change/slug.ts'

describe('The slug of a name', () => {
  it.each([
    ['Crème brûlée No. 5', 'creme-brulee-no-5'],
    ['Łopata', 'lopata'],
    ['Smørrebrød', 'smorrebrod'],
    ['Straße', 'strasse'],
    ['Chef’s Knife', 'chefs-knife'],
    ['मसाला चाय', 'msala-cay'],
    ['काली चाय', 'kali-cay'],
    ['قهوة', 'qhwh'],
    ['绿茶', 'lucha'],
    ['Чай', 'chai'],
    ['🍵', 'tea'],
    ['C++', 'c'],
    ['C#', 'c'],
    ['...', expect.stringMatching(/^product-[0-9a-f]{8}$/)],
  ])('%s is %s', (name, slug) => {
    expect(slugOf(name)).toEqual(slug)
  })

  it('without letters is the same each time, and another for another name', () => {
    expect(slugOf('...')).toBe(slugOf(' ... '))
    expect(slugOf('...')).not.toBe(slugOf('!!!'))
  })

  it('is numbered when it is taken', () => {
    const taken = new TakenSlugs(['c', 'c-3'])
    expect([taken.takeFree('c'), taken.takeFree('c'), taken.takeFree('d')]).toEqual(['c-2', 'c-4', 'd'])
  })
})
