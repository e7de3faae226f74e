import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { variableNames } from '../../src/process/config.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const compose = read('compose.yaml')

/** Of the service, and of what runs once before it. */
const environment =
  compose.split('\nx-storefront:')[1]?.split('\n  environment:\n')[1]?.split('\n  volumes:\n')[0] ?? ''

describe('every variable that the service reads', () => {
  it('is passed on by compose.yaml to the service and to what runs before it', () => {
    const passed = [...environment.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name)
    // SECRETS_FILE is read by the image.
    expect(passed.toSorted()).toEqual([...variableNames, 'SECRETS_FILE'].toSorted())
    for (const service of ['setup', 'gateway']) expect(compose).toContain(`\n  ${service}:\n    <<: *storefront\n`)
  })

  it('has a row in docs/configuration.md', () => {
    const table = read('docs/configuration.md')
    const rows = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
    expect(rows.toSorted()).toEqual([...variableNames].toSorted())
  })

  it('is taken away from the tests of CI', () => {
    const unset = /^unset ((?:.*\\\n)*.*)$/m.exec(read('.ci/run'))?.[1]?.split(/[\s\\]+/) ?? []
    expect(variableNames.filter((name) => !unset.includes(name))).toEqual([])
  })
})

it('compose.yaml publishes the gateway where PORT says, whatever port it has in the container', () => {
  const port = /^ {4}PORT: (\d+)$/m.exec(environment)?.[1]
  expect(port).toBeDefined()
  expect(compose).toContain(`"\${PORT:-4000}:${port}"`)
  expect(compose).toContain(`\n#         reverse_proxy gateway:${port}\n`)
})

it('the commands for a backup are those of the guide, and name the database of compose.yaml', () => {
  const [user, name] = ['USER', 'DB'].map((of) => new RegExp(`POSTGRES_${of}: (.+)`).exec(compose)?.[1])
  const commands = [
    `docker compose exec -T postgres pg_dump -U ${user} -Fc ${name} > shop.dump`,
    'docker compose exec -T gateway tar -cz -C /data . > shop-data.tar.gz',
  ]
  const guide = read('docs/operations/backup.md')
  expect(compose).toContain(commands.map((command) => `#   ${command}`).join('\n'))
  expect(guide).toContain(commands.join('\n'))
  expect(guide).toContain(`pg_restore -U ${user} -d ${name} `)
})
