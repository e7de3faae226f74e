// Removes from `node_modules` what the running service never reads: Prisma's query compilers for other databases
// (55 MB), the packages' source maps (20 MB), and second builds of packages that the bundle has in it. For installs without the packages for development.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OTHER_DATABASE = /^query_compiler_.*_bg\.(?!postgresql\.)/
const OTHER_BUILD = /@opentelemetry[\\/][\w-]+[\\/]build[\\/](esm|esnext)([\\/]|$)/
const SOURCE_MAP = /\.(js|mjs|cjs|ts|mts|cts|css)\.map$/

/** @param {string} folder of packages */
export function trimPackages(folder) {
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const isOther = OTHER_DATABASE.test(file.name) || OTHER_BUILD.test(file.parentPath)
    if (file.isFile() && (isOther || SOURCE_MAP.test(file.name))) {
      rmSync(join(file.parentPath, file.name))
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) trimPackages('node_modules')
