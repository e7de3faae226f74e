// What npm runs after an install. With the packages for development it generates and bundles. Without them
// (`npm ci --omit=dev`) there is nothing to build with: `dist/` has to come from where it was built.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { trimPackages } from './trim-packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

if (existsSync(join(root, 'node_modules', 'tsx'))) {
  for (const script of ['generate', 'build']) {
    const { status } = spawnSync('npm', ['run', '--silent', script], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (status !== 0) process.exit(1)
  }
} else {
  trimPackages(join(root, 'node_modules'))
}
