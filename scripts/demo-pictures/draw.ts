import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hero } from './hero.ts'
import { pictures } from './pictures.ts'

// Draws the demo store's pictures anew: npx tsx scripts/demo-pictures/draw.ts
const FOLDER = 'examples/pictures'

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
for (const [name, svg] of Object.entries({ ...pictures, hero }))
  await writeFile(join(FOLDER, `${name}.svg`), `${svg}\n`)
