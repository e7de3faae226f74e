import { reasons } from '../src/shared/reasons.ts'

const PLACE = /(^## Reasons\n\n.*?\n\n)\| reason \|.*?(?=\n\n|\n*$(?![\s\S]))/ms

/** docs/errors.md with the table of reasons, whatever table it had. */
export function withReasons(page: string): string {
  if (!PLACE.test(page)) throw new Error('The page has no place for the table')
  return page.replace(PLACE, (_, before) => `${before}${tableOf()}`)
}

const tableOf = (): string =>
  [
    '| reason | when |',
    '|---|---|',
    ...Object.entries(reasons)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([reason, when]) => `| \`${reason}\` | ${when} |`),
  ].join('\n')
