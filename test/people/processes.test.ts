import { afterAll, describe, expect, it } from 'vitest'
import { needs, noServer } from '../support/needs.ts'
import { environmentOfItsOwn } from '../support/own-database.ts'
import { type RunningService, runStorefront, startService } from '../support/process.ts'
import { PASSWORD } from './people.ts'

// As children of their own: what is printed where, by the command line, and by several processes at once.

const CODE = /[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}/
const { env, remove } = await environmentOfItsOwn()
const services: RunningService[] = []
const start = async (more: Record<string, string> = {}) => {
  const service = await startService({ ...env, ...more })
  services.push(service)
  return service
}
afterAll(async () => {
  for (const service of services) await service.stop('SIGKILL')
  await remove()
})

const storefront = (...args: string[]) => runStorefront(args, env)
const codeIn = ({ output }: RunningService) => CODE.exec(output())?.[0] ?? ''
const post = async (service: RunningService, path: string, body: object) => {
  const answer = await fetch(`${service.url}/api/console/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as any, cookie: answer.headers.get('set-cookie') ?? '' }
}
const setUp = (code: string, name: string) => ({
  ...{ code, email: `${name}@example.com`, password: PASSWORD },
  shop: { name: 'Leaf', subdomain: name, country: 'IN' },
})

describe('The code', () => {
  it('is printed at a start, anew at the next one, on a line of its own and never by the logger', async () => {
    const first = await start({ LOG_LEVEL: 'debug' })
    const code = codeIn(first)
    const lines = first.output().trim().split('\n')
    const [line = '{}', ...more] = lines.filter((line) => line.includes(code))
    expect(more).toEqual([])
    expect(JSON.parse(line)).toEqual({
      ...{ level: 30, time: expect.any(Number), Code: code, msg: 'Nobody has set this installation up' },
      'Set up': expect.stringMatching(/^http:\/\/localhost:\d+\/console\/set-up$/),
    })
    expect(await first.stop()).toBe(0)
    const second = await start()
    expect(codeIn(second)).not.toBe(code)
    expect(await post(second, 'set-up', setUp(code, 'early'))).toMatchObject({ status: 400 })
  })

  it('comes from the command line, also while the service runs, and ends the one before', async () => {
    const service = services.at(-1) as RunningService
    const { status, stdout, stderr } = await storefront('set-up-code')
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'Enter it at /console/set-up within 24 hours.\n' })
    expect(stdout).toMatch(new RegExp(`^${CODE.source}\n$`))
    expect(await post(service, 'set-up', setUp(codeIn(service), 'late'))).toMatchObject({ status: 400 })
    const answer = await post(service, 'set-up', setUp(stdout.trim(), 'corner'))
    expect(answer).toMatchObject({ status: 201, body: { store: { store: 'corner', currency: 'INR' } } })
    expect(await storefront('set-up-code')).toEqual({
      ...{ status: 1, stdout: '' },
      stderr: 'This installation is set up already. "storefront person list" lists its people.\n',
    })
  })
})

describe('The command line', () => {
  const service = () => services.at(-1) as RunningService

  it('invites somebody to a store, or to run the installation', async () => {
    const invite = (...args: string[]) => storefront('person', 'invite', ...args)
    const made = await invite('Ravi@example.com', '--store', 'corner', '--role', 'orders', '--money')
    expect(made).toEqual({
      ...{ status: 0, stdout: expect.stringMatching(/^[\w-]{43}\n$/) },
      stderr: 'For ravi@example.com: valid for 7 days, and once. Enter it at /console/invitation.\n',
    })
    const accept = (printed: string) =>
      post(service(), 'invitations/accept', { token: printed.trim(), name: 'Ravi', password: PASSWORD })
    expect(await accept(made.stdout)).toMatchObject({ status: 201, body: { store: { store: 'corner' } } })
    const operator = await invite('meera@example.com', '--operator')
    const again = await invite('meera@example.com', '--operator')
    expect(await accept(operator.stdout)).toMatchObject({ status: 400 })
    expect(await accept(again.stdout)).toMatchObject({ status: 201, body: { store: null } })
    const lines = (await storefront('person', 'list')).stdout.split('\n')
    const rowOf = (email: string) => lines.find((line) => line.startsWith(email))?.split('\t') ?? []
    expect(rowOf('ravi').slice(2, 6)).toEqual(['-', 'unconfirmed', expect.any(String), 'corner:ORDERS+money'])
    expect(rowOf('meera').slice(2, 6)).toEqual(['operator', 'unconfirmed', expect.any(String), '-'])
    for (const [args, message] of [
      [['ravi@example.com', '--store', 'corner', '--role', 'owner'], 'ravi@example.com works for this store already'],
      [['x@example.com', '--store', 'nowhere', '--role', 'owner'], 'There is no store "nowhere"'],
      [['x@example.com', '--store', 'corner', '--role', 'king'], "unknown role 'king'"],
      [['x@example.com', '--store', 'corner'], 'use either --store with --role, or --operator'],
      [['x@example.com', '--operator', '--money'], 'use either --store with --role, or --operator'],
      [['nobody', '--operator'], '"nobody" is no email address.'],
    ] as const) {
      const refused = await invite(...args)
      expect([args, refused.status, refused.stdout]).toEqual([args, 1, ''])
      expect(refused.stderr).toContain(message)
    }
  })

  it('lists people, gives them a new password and ends their sessions', async () => {
    const listed = (await storefront('person', 'list')).stdout.split('\n')[0]?.split('\t') ?? []
    expect(listed.slice(0, 4)).toEqual(['corner@example.com', 'corner', 'operator', 'unconfirmed'])
    expect(listed[5]).toMatch(/(^|,)corner:OWNER($|,)/)
    const login = (password: string) => post(service(), 'sessions', { email: 'corner@example.com', password })
    const { cookie } = await login(PASSWORD)
    const me = () =>
      fetch(`${service().url}/api/console/sessions`, {
        headers: { cookie: cookie.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' },
      }).then(async (answer) => ((await answer.json()) as any).person?.email ?? null)
    expect(await me()).toBe('corner@example.com')
    expect(await storefront('person', 'end-sessions', ' Corner@example.com')).toEqual({
      ...{ status: 0, stderr: '', stdout: 'Ended 2 sessions.\n' },
    })
    expect(await me()).toBeNull()
    const renewed = await storefront('person', 'password', 'corner@example.com')
    expect(renewed).toEqual({ status: 0, stdout: expect.stringMatching(new RegExp(`^${CODE.source}\n$`)), stderr: '' })
    expect((await login(PASSWORD)).status).toBe(401)
    expect((await login(renewed.stdout.trim())).status).toBe(201)
  })

  it('gives them another email, and lets them log in with the password alone', async () => {
    const change = (from: string, to: string) => storefront('person', 'email', from, to)
    expect(await change('corner@example.com', ' Corner@example.net')).toEqual({
      ...{ status: 0, stdout: 'They log in with corner@example.net now.\n', stderr: '' },
    })
    expect((await storefront('person', 'list')).stdout).toMatch(/^corner@example\.net\tcorner\toperator\tunconfirmed/m)
    expect((await change('corner@example.net', 'ravi@example.com')).stderr).toBe(
      'Somebody else logs in with ravi@example.com. "storefront person list" lists all.\n',
    )
    expect((await change('corner@example.net', 'nobody')).stderr).toBe('nobody is not an email address.\n')
    expect(await storefront('person', 'second-factor-off', 'corner@example.net')).toEqual({
      ...{ status: 0, stdout: 'Log-ins asked for the password alone already.\n', stderr: '' },
    })
  })

  it('says whom it does not know', async () => {
    for (const command of ['password', 'second-factor-off', 'end-sessions']) {
      expect(await storefront('person', command, 'x@example.com')).toEqual({
        ...{ status: 1, stdout: '' },
        stderr: 'There is no person with the email x@example.com. "storefront person list" lists all.\n',
      })
    }
    expect((await storefront('person')).stderr).toContain(
      'no command: use list, invite, password, email, second-factor-off or end-sessions',
    )
  })

  it('prints no code at the next start, since it is set up', async () => {
    await service().stop()
    expect(codeIn(await start())).toBe('')
  })
})

describe('Two processes on one server', needs(noServer), () => {
  it('set up one of several installations that are sent at once', async () => {
    const own = await environmentOfItsOwn()
    const both = await Promise.all([startService(own.env), startService(own.env)])
    try {
      const code = (await runStorefront(['set-up-code'], own.env)).stdout.trim()
      const names = Array.from({ length: 8 }, (_, index) => `rival-${index}`)
      const answers = await Promise.all(
        names.map((name, index) => post(both[index % 2] as RunningService, 'set-up', setUp(code, name))),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
      const { stdout } = await runStorefront(['stores'], own.env)
      expect(stdout.trim().split('\n')).toHaveLength(1)
    } finally {
      for (const service of both) await service.stop('SIGKILL')
      await own.remove()
    }
  })

  it('print a code by themselves only while there is no store', async () => {
    const own = await environmentOfItsOwn()
    const first = await startService(own.env)
    expect(codeIn(first)).toMatch(CODE)
    await first.stop()
    await runStorefront(['import', 'examples/demo-store.json'], own.env)
    const second = await startService({ ...own.env, WORKERS: '1' })
    expect(codeIn(second)).toBe('')
    await second.stop()
    await own.remove()
  })
})
