import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const files = ['src/web/shop', 'src/web/console', 'src/api/http', 'src/api/rest', 'clients/typescript/src']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('generated'))

const word = String.raw`(?:\w+\??\.)*(?:message|detail)\b`
const text = String.raw`(?:'[^'\n]*'|"[^"\n]*"|\x60[^\x60]*\x60)`
/** What asks for the words of a message. To look whether there is one is fine. */
const comparisons = [
  new RegExp(String.raw`\b${word}\s*[!=]==?(?!=|\s*(?:null|undefined)\b)`, 'g'),
  new RegExp(String.raw`[!=]==?\s*${word}(?!\s*\()`, 'g'),
  new RegExp(
    String.raw`\b${word}\s*\??\.(?:includes|startsWith|endsWith|match|matchAll|search|indexOf|localeCompare)\(`,
    'g',
  ),
  new RegExp(String.raw`\.(?:test|exec|has|includes)\(\s*${word}`, 'g'),
  new RegExp(String.raw`\bswitch \(${word}\)`, 'g'),
]

/** The sentences with which the service refuses. */
const sentences = new Set(
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('generated'))
    .flatMap((path) => [
      ...readFileSync(join('src', path), 'utf8').matchAll(/(?:new Problem\(\s*'\w+',\s*|missing: )'([^'\n]{5,})'/g),
    ])
    .map(([, sentence = '']) => sentence),
)

const comparedSentences = (source: string): string[] =>
  [...source.matchAll(new RegExp(String.raw`[!=]==?\s*(${text})|\.(?:includes|startsWith)\((${text})\)`, 'g'))]
    .filter(([, literal, part]) => sentences.has((literal ?? part ?? '').slice(1, -1)))
    .map(([found]) => found)

const comparedIn = (source: string): string[] => [
  ...comparisons.flatMap((pattern) => source.match(pattern) ?? []),
  ...comparedSentences(source),
]

describe('programs decide by codes and reasons', () => {
  it.each([
    `if (error.message === 'Cart not found') return null`,
    `error.code === 'CONFLICT' && error.message.includes('still running')`,
    `const wrong = WRONG === refusal.message`,
    `/^Not found$/.test(message)`,
    `switch (problem.detail) {`,
    `known.has(error.message)`,
    `if (why !== 'Password required') return`,
  ])('which this test sees: %s', (source) => {
    expect(comparedIn(source)).not.toEqual([])
  })

  it.each([`if (message === null) return`, `say(error.message)`, `notices.map(({ message }) => message)`])(
    'and not where there is none: %s',
    (source) => {
      expect(comparedIn(source)).toEqual([])
    },
  )

  it('finds files and sentences', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(sentences.size).toBeGreaterThan(50)
    expect(sentences).toContain('Password required')
  })

  it('and nowhere by the words of a message', () => {
    const found = files.flatMap((path) => comparedIn(readFileSync(path, 'utf8')).map((what) => `${path}: ${what}`))
    expect(found).toEqual([])
  })
})
