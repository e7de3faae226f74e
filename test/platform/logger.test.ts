import { describe, expect, it } from 'vitest'
import { createLogger, type Logger } from '../../src/platform/logger.ts'

function logged(level: string, write: (logger: Logger) => void): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = []
  write(createLogger(level, { write: (line) => void lines.push(JSON.parse(line)) }))
  return lines
}

const censored = '[Redacted]'

describe('a log line', () => {
  it('is JSON with level, time and message', () => {
    expect(logged('info', (logger) => logger.info({ store: 'demo' }, 'ready'))).toEqual([
      { level: 30, time: expect.any(Number), store: 'demo', msg: 'ready' },
    ])
  })

  it('is left out below the level', () => {
    expect(logged('warn', (logger) => logger.info('ready'))).toEqual([])
  })

  it('hides headers that carry secrets, in any case of letters', () => {
    const headers = { Authorization: 'x', cookie: 'x', 'x-store-key': 'x', 'X-Access-Token': 'x', host: 'shop' }
    const [line] = logged('info', (logger) => logger.info({ headers, req: { headers } }))
    const hidden = {
      Authorization: censored,
      cookie: censored,
      'x-store-key': censored,
      'X-Access-Token': censored,
      host: 'shop',
    }
    expect(line).toMatchObject({ headers: hidden, req: { headers: hidden } })
  })

  it('hides fields that carry secrets at the top, in objects, in lists and in errors', () => {
    const error = Object.assign(new Error('refused'), { token: 'x', request: { headers: { authorization: 'x' } } })
    const [line] = logged('info', (logger) =>
      logger.info({
        password: 'x',
        variables: { input: { phone: '1', password: 'x' } },
        keys: [{ secret: 'x' }],
        err: error,
      }),
    )
    expect(line).toMatchObject({
      password: censored,
      variables: { input: { phone: '1', password: censored } },
      keys: [{ secret: censored }],
      err: { message: 'refused', token: censored, request: { headers: { authorization: censored } } },
    })
  })

  it('hides what errors quote of commands and rows, also where one holds another', () => {
    const cause = { kind: 'postgres', detail: 'Failing row contains (x).' }
    const driver = Object.assign(new Error('refused'), { cause })
    const error = Object.assign(new Error('refused'), { command: { name: 'auth', args: ['x'] }, meta: { driver } })
    const [line] = logged('info', (logger) => logger.info({ err: error }))
    expect(line).toMatchObject({
      err: {
        type: 'Error',
        stack: expect.stringContaining('logger.test.ts'),
        command: { name: 'auth', args: censored },
        meta: { driver: { message: 'refused', cause: { kind: 'postgres', detail: censored } } },
      },
    })
  })

  it('leaves what it is given as it was', () => {
    const given = { input: { password: 'x' } }
    logged('info', (logger) => logger.info(given))
    expect(given).toEqual({ input: { password: 'x' } })
  })

  it('is written even when an object holds itself', () => {
    const loop: Record<string, unknown> = { name: 'loop' }
    loop.self = loop
    expect(logged('info', (logger) => logger.info({ loop }, 'round'))).toMatchObject([{ msg: 'round' }])
  })
})
