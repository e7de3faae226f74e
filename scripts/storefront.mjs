// The command line from a checkout: builds `dist/` first when it is missing or older than what it is made from.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const entry = join(root, 'dist', 'cli.mjs')

if (
  !existsSync(entry) ||
  Math.max(
    newest(...['src', 'prisma', 'schema', 'docs'].map((folder) => join(root, folder)).filter(existsSync)),
    installed(),
  ) > statSync(entry).mtimeMs
) {
  if (!existsSync(join(root, 'node_modules', 'tsx'))) {
    process.stderr.write('The service has to be built, which needs the packages for development: run "npm ci" first.\n')
    process.exit(1)
  }
  process.stderr.write('Building...\n')
  const { status } = spawnSync('npm', ['run', '--silent', 'prepare'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(1)
}
await import(pathToFileURL(entry).href)

/** When npm last changed the packages, which are part of the bundle. */
function installed() {
  return statSync(join(root, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** When the last of the files below the folders changed. */
function newest(...folders) {
  let time = 0
  for (const folder of folders) {
    for (const file of readdirSync(folder, { withFileTypes: true })) {
      if (file.name === 'generated') continue
      const path = join(folder, file.name)
      time = Math.max(time, file.isDirectory() ? newest(path) : statSync(path).mtimeMs)
    }
  }
  return time
}
