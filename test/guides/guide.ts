import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { notRun } from './not-run.ts'

export interface Block {
  language: string
  code: string
}

/** All fenced blocks, those of list items too. */
export const fencesOf = (page: string): Block[] =>
  [...readFileSync(page, 'utf8').matchAll(/^( *)```(\w*)\n(.*?)^\1```$/gms)].map(
    ([, indent = '', language = '', code = '']) => ({
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )

/** Without figures, which name no language, or one of figures. */
export const blocksOf = (page: string): Block[] =>
  fencesOf(page).filter(({ language }) => language !== '' && language !== 'mermaid')

/** Those that a test has to run. */
export const blocksToRun = (page: string): Block[] =>
  blocksOf(page).filter(({ code }) => !notRun[page]?.some(({ begins }) => code.startsWith(begins)))

/** The name in a block's first line: `// buy.ts`, `<!-- follow.html -->`. */
export const nameOf = ({ code }: Block): string => /^(?:\/\/|<!--) ([\w.-]+)/.exec(code)?.[1] ?? ''

const run = promisify(execFile)

/** A folder in which a reader follows a guide, with the client installed. */
export interface Reader {
  /** Above the folder of the shop. */
  home: string
  /** The arguments of npm commands that were not executed, as they would need a registry or a clone of their own. */
  skipped(): string[]
  /** Runs the block there. @returns what it prints @throws Error when it fails */
  sh(code: string, env?: NodeJS.ProcessEnv, folder?: string): Promise<string>
  close(): void
}

/** `npm pack`, `npm install` and `npm start` are recorded only; what they do is in `package.test.ts` of the client. */
export async function openReader(): Promise<Reader> {
  const cache = resolve('node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const home = mkdtempSync(join(cache, 'guide-'))
  const log = join(home, 'skipped.txt')
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(log, '')
  const script = (name: string, text: string) => writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const { PATH = '' } = process.env
  script('npm', `case $1 in init|pkg) PATH='${PATH}' exec npm "$@";; esac\necho "$@" >> '${log}'`)
  script('npx', `exec '${resolve('node_modules/.bin')}'/"$@"`)
  const installed = join(home, 'node_modules/@storefront-gateway/client')
  const folder = 'clients/typescript'
  await run(resolve('node_modules/.bin/tsc'), ['-p', `${folder}/tsconfig.build.json`, '--outDir', `${installed}/dist`])
  copyFileSync(join(folder, 'package.json'), join(installed, 'package.json'))
  return {
    home,
    skipped: () => readFileSync(log, 'utf8').trim().split('\n'),
    sh: async (code, env = {}, cwd = home) =>
      (await run('sh', ['-ec', code], { cwd, env: { ...process.env, ...env, PATH: `${bin}:${PATH}` } })).stdout,
    close: () => rmSync(home, { recursive: true }),
  }
}
