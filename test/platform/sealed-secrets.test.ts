import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeal } from '../../src/platform/secrets/sealed-secrets.ts'

const OLD = 'the-old-secret-of-thirty-two-characters'
const NEW = 'the-new-secret-of-thirty-two-characters'

describe('a sealed secret', () => {
  it('opens for the store it was sealed for, whatever it is', () => {
    const seal = createSeal([NEW])
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), (storeId, plain) => {
        expect(seal.open(storeId, seal.seal(storeId, plain))).toBe(plain)
      }),
    )
  })

  it('does not open for another store', () => {
    const seal = createSeal([NEW])
    const sealed = seal.seal('store-a', 'key')
    expect(seal.open('store-b', sealed)).toBeNull()
    expect(seal.open('store-a', sealed)).toBe('key')
    // Nor when it is remembered.
    expect(seal.open('store-b', sealed)).toBeNull()
    expect(seal.open('store-a', sealed)).toBe('key')
  })

  it('is another text every time, and shows neither the plain text nor the secret', () => {
    const seal = createSeal([NEW])
    const first = seal.seal('store', 'rzp_secret')
    expect(first).not.toBe(seal.seal('store', 'rzp_secret'))
    expect(first).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/)
    expect(first).not.toContain('rzp_secret')
    expect(first).not.toContain(NEW.slice(0, 8))
  })

  it('still opens after a rotation, but is no longer current', () => {
    const before = createSeal([OLD])
    const after = createSeal([NEW, OLD])
    const sealed = before.seal('store', 'key')
    expect(before.isCurrent(sealed)).toBe(true)
    expect(after.isCurrent(sealed)).toBe(false)
    expect(after.open('store', sealed)).toBe('key')
    expect(after.isCurrent(after.seal('store', 'key'))).toBe(true)
    expect(createSeal([NEW]).open('store', sealed)).toBeNull()
  })

  it('does not open once any character of it is changed', () => {
    const seal = createSeal([NEW])
    const sealed = seal.seal('store', 'key')
    expect(seal.open('store', sealed)).toBe('key')
    const position = fc.nat(sealed.length - 1)
    fc.assert(
      fc.property(position, fc.string({ minLength: 1, maxLength: 1 }), (index, character) => {
        fc.pre(sealed[index] !== character)
        expect(seal.open('store', sealed.slice(0, index) + character + sealed.slice(index + 1))).toBeNull()
      }),
    )
  })

  it('is not what a stranger writes', () => {
    const seal = createSeal([NEW])
    const prefix = seal.seal('store', '').split('.').slice(0, 2).join('.')
    for (const text of ['', '.', 'v1', 'v1..', `${prefix}.`, `${prefix}.AAAA`, `${seal.seal('store', 'x')}.x`]) {
      expect(seal.open('store', text)).toBeNull()
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(seal.open('store', `${prefix}.${text}`)).toBeNull()
      }),
    )
  })

  it('needs a secret', () => {
    expect(() => createSeal([])).toThrow('at least one secret')
  })
})
