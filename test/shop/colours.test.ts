import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AA, accentTokens, contrast, parseColour, schemes } from '../../src/web/shop/look/colours.ts'

const between = (one: string, other: string) => contrast(parseColour(one), parseColour(other))
const names = ['light', 'dark'] as const

describe('contrast', () => {
  it.each([
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#123456', '#123456', 1],
  ])('of %s and %s is %d, as WCAG has it', (one, other, expected) => {
    expect(between(one, other)).toBeCloseTo(expected, 2)
    expect(between(other, one)).toBeCloseTo(expected, 2)
  })
})

describe('an owner’s accent', () => {
  it('stays as it is where it can be read', () => {
    expect(accentTokens('#8a3b12', 'light').accent).toBe('#8a3b12')
    expect(accentTokens('#ffc36e', 'dark').accent).toBe('#ffc36e')
  })

  it('becomes darker on light pages and lighter on dark ones, and keeps its hue', () => {
    expect(accentTokens('#ffd400', 'light').accent).toMatch(/^#[6-8][0-9a-f][5-7][0-9a-f]00$/)
    expect(accentTokens('#101080', 'dark').accent).not.toBe('#101080')
  })

  it.each(names)('has enough contrast on every surface, whatever colour it is: %s', (scheme) => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(hex, (own) => {
        const { accent, onAccent, soft } = accentTokens(own, scheme)
        for (const surface of [...schemes[scheme].surfaces, onAccent, soft])
          expect(between(accent, surface)).toBeGreaterThanOrEqual(AA)
        expect(between(schemes[scheme].text, soft)).toBeGreaterThanOrEqual(AA)
      }),
    )
  })

  it.each(['red', '#fff', '#12345g', '#1234567', ''])('is refused as %j', (text) => {
    expect(() => accentTokens(text, 'light')).toThrow('is no colour')
  })
})

describe('the stylesheet', () => {
  const css = readFileSync('src/web/shop/style/tokens.css', 'utf8')
  const [light = '', dark = ''] = css.split('@media')
  const token = (part: string, name: string) => part.match(new RegExp(`--${name}: (#[0-9a-f]{6});`))?.[1] ?? ''

  it.each(names)('has the surfaces and texts that accents are calculated for: %s', (scheme) => {
    const part = scheme === 'light' ? light : dark
    const { surfaces, onAccent, text } = schemes[scheme]
    expect(['page', 'card', 'sunken'].map((name) => token(part, name))).toEqual([...surfaces])
    expect([token(part, 'on-accent'), token(part, 'text')]).toEqual([onAccent, text])
  })

  it.each(names)('has enough contrast without an accent of the owner’s: %s', (scheme) => {
    const part = scheme === 'light' ? light : dark
    const surfaces = ['page', 'card', 'sunken', 'soft'].map((name) => token(part, name))
    for (const text of ['text', 'quiet', 'accent', 'sale', 'good'])
      for (const surface of surfaces)
        expect(between(token(part, text), surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(AA)
    expect(between(token(part, 'on-accent'), token(part, 'accent'))).toBeGreaterThanOrEqual(AA)
  })
})
