import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/process/config.ts'

const SECRET = 'a-secret-of-thirty-two-characters-or-more'
const served = { DATABASE_URL: 'postgresql://postgres@127.0.0.1:5432/shop', SECRETS: SECRET }

function mistakesOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

describe('a configuration', () => {
  it('works with nothing set: embedded database, demo store, limits in memory', () => {
    expect(readConfig({})).toMatchObject({
      port: 4000,
      host: '0.0.0.0',
      publicUrl: null,
      database: null,
      replica: null,
      dataDir: '.data',
      redisUrl: null,
      migrate: true,
      secrets: null,
      trustProxy: null,
      defaultStore: 'demo',
      workers: 1,
      drainSeconds: 1,
      paymentsUrl: null,
      chat: null,
      mail: null,
      holdMinutes: 15,
      webhookNetworks: [],
      pictureNetworks: [],
      limits: { off: false, policies: { checkout: { points: 10, seconds: 60 } } },
      graphiql: true,
      shop: true,
      shopDomain: null,
      metrics: true,
      traces: null,
      logLevel: 'info',
    })
  })

  it('takes an empty variable, or one of white space, for an absent one', () => {
    expect(readConfig({ PORT: '', SECRETS: ' ', CHAT_URL: '', TRUST_PROXY: '', LOG_LEVEL: '\t' })).toEqual(
      readConfig({}),
    )
  })

  it('reads every variable', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://shop.example.com/',
      DATABASE_URL: 'postgres://u:p%40ss@db/shop',
      DATABASE_POOL_SIZE: '25',
      DATABASE_REPLICA_URL: 'postgresql://u@replica/shop',
      DATABASE_REPLICA_LAG_MS: '500',
      DATA_DIR: '/var/lib/shop',
      REDIS_URL: 'rediss://:pass@cache:6380/1',
      MIGRATE: 'false',
      SECRETS: `${SECRET}-new, ${SECRET}-old`,
      TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32,192.0.2.1',
      DEFAULT_STORE: 'tea-house',
      WORKERS: '4',
      DRAIN_SECONDS: '30',
      PAYMENTS_URL: 'http://127.0.0.1:9999/',
      CHAT_URL: 'https://models.example.com/v1/',
      CHAT_MODEL: 'small',
      CHAT_API_KEY: 'key',
      SMTP_URL: 'smtps://u:p@mail:465',
      MAIL_FROM: 'Tea House <shop@example.com>',
      MEDIA_URL: 's3://key:s%2Fcret@s3.example.com:9000/pictures?region=eu-1&tls=off',
      HOLD_MINUTES: '30',
      HOLD_LIMITS: '{"orders":2,"share":0.25}',
      REFERRALS_PER_ADDRESS: '0',
      WEBHOOK_NETWORKS: '127.0.0.1/32, 2001:db8::/32',
      RATE_LIMITS: '{"checkout":{"points":3,"seconds":5}}',
      GRAPHIQL: 'off',
      SHOP: 'off',
      SHOP_DOMAIN: 'Shops.Example.com.',
      CONSOLE: 'off',
      METRICS: 'off',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_TRACES_SAMPLER_ARG: '0.05',
      LOG_LEVEL: 'warn',
    })
    expect(config.webhookNetworks.map(([address, bits]) => `${address}/${bits}`)).toEqual([
      '127.0.0.1/32',
      '2001:db8::/32',
    ])
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'https://shop.example.com',
      database: { url: 'postgres://u:p%40ss@db/shop', poolSize: 25 },
      replica: { url: 'postgresql://u@replica/shop', maxLagMs: 500 },
      dataDir: '/var/lib/shop',
      redisUrl: 'rediss://:pass@cache:6380/1',
      migrate: false,
      secrets: [`${SECRET}-new`, `${SECRET}-old`],
      trustProxy: { cidrs: ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'] },
      defaultStore: 'tea-house',
      workers: 4,
      drainSeconds: 30,
      paymentsUrl: 'http://127.0.0.1:9999',
      chat: { url: 'https://models.example.com/v1', model: 'small', apiKey: 'key' },
      mail: { smtpUrl: 'smtps://u:p@mail:465', from: 'Tea House <shop@example.com>' },
      bucket: {
        endpoint: 'http://s3.example.com:9000/pictures',
        region: 'eu-1',
        accessKeyId: 'key',
        secretAccessKey: 's/cret',
      },
      holdMinutes: 30,
      holdLimits: {
        ...{ units: 5, share: 0.25, discountUses: 2, orders: 2 },
        ...{ addressOrders: 50, strikes: 3, addressStrikes: 10 },
      },
      referralsPerAddress: 0,
      graphiql: false,
      shop: false,
      shopDomain: 'shops.example.com',
      console: false,
      metrics: false,
      traces: { url: 'http://collector:4318', ratio: 0.05 },
      logLevel: 'warn',
    })
    expect(config.limits.policies).toMatchObject({
      checkout: { points: 3, seconds: 5 },
      review: { points: 5, seconds: 3600 },
    })
  })

  it('as many orders of an address as of one buyer, where that is more, unless it says otherwise', () => {
    const limitsOf = (text: string) => readConfig({ HOLD_LIMITS: text }).holdLimits
    expect(limitsOf('{"orders":200}')).toMatchObject({ orders: 200, addressOrders: 200 })
    expect(limitsOf('{"orders":200,"addressOrders":10}')).toMatchObject({ orders: 200, addressOrders: 10 })
  })

  it('has no default store with a database of its own', () => {
    expect(readConfig(served).defaultStore).toBeNull()
  })

  it.each([
    ['on', false],
    ['off', true],
  ])('takes RATE_LIMITS=%s', (text, off) => {
    expect(readConfig({ RATE_LIMITS: text }).limits.off).toBe(off)
  })

  it('takes a number of proxies', () => {
    expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toEqual({ hops: 2 })
  })
})

describe('a bad configuration', () => {
  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http"'],
    [{ PORT: '65536' }, 'PORT must be'],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ PORT: '1e3' }, 'PORT must be'],
    [{ DRAIN_SECONDS: '1.5' }, 'DRAIN_SECONDS must be a whole number from 0 to 600'],
    [{ DATABASE_POOL_SIZE: '0' }, 'DATABASE_POOL_SIZE must be a whole number from 1'],
    [{ DATABASE_REPLICA_URL: 'replica:5432' }, 'DATABASE_REPLICA_URL must be a URL such as postgresql://'],
    [{ ...served, DATABASE_REPLICA_LAG_MS: '5' }, 'DATABASE_REPLICA_LAG_MS must be a whole number from 100'],
    [{ DATABASE_REPLICA_URL: 'postgresql://u@replica/shop' }, 'DATABASE_REPLICA_URL needs DATABASE_URL'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// URL without query, such as http://localhost:4318',
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'no url' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// URL'],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.05'],
    [{ HOLD_MINUTES: '0' }, 'HOLD_MINUTES must be a whole number from 1'],
    [{ MIGRATE: 'maybe' }, 'MIGRATE must be true or false, not "maybe"'],
    [{ GRAPHIQL: 'hidden' }, 'GRAPHIQL must be on or off'],
    [{ METRICS: '2' }, 'METRICS must be on or off'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info'],
    [{ PUBLIC_URL: 'shop.example.com' }, 'PUBLIC_URL must be an http:// or https:// URL'],
    [{ PUBLIC_URL: 'ftp://shop.example.com' }, 'PUBLIC_URL must be'],
    [{ PUBLIC_URL: 'https://shop.example.com/?a=b' }, 'PUBLIC_URL must be'],
    [{ DEFAULT_STORE: 'Demo Store' }, 'DEFAULT_STORE must be a subdomain'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be the number of proxies'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must be'],
    [{ WEBHOOK_NETWORKS: 'localhost' }, 'WEBHOOK_NETWORKS must be addresses and CIDRs'],
    [{ WEBHOOK_NETWORKS: '0.0.0.0/0' }, 'WEBHOOK_NETWORKS must be'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY must be'],
    [{ MAIL_FROM: 'Tea House' }, 'MAIL_FROM must be a mail address'],
    [{ MAIL_FROM: 'a@example.com\nBcc: b@example.com' }, 'MAIL_FROM must be a mail address'],
    [{ REDIS_URL: 'http://cache' }, 'REDIS_URL must be a URL such as redis://host:6379'],
    [{ SECRETS: 'short' }, 'SECRETS must be one or more secrets of at least 32 characters'],
    [{ SECRETS: `${SECRET},` }, 'SECRETS must be'],
    [{ DATABASE_URL: served.DATABASE_URL }, 'SECRETS is required with DATABASE_URL'],
    [{ WORKERS: '2' }, 'set DATABASE_URL and REDIS_URL too, or WORKERS=1'],
    [{ ...served, WORKERS: '2' }, 'set REDIS_URL too, or WORKERS=1'],
    [{ CHAT_URL: 'https://models.example.com/v1' }, 'CHAT_MODEL is required with CHAT_URL'],
    [{ CHAT_MODEL: 'small' }, 'CHAT_URL is required with CHAT_MODEL'],
    [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM is required with SMTP_URL'],
    [{ MEDIA_URL: 's3://s3.example.com/pictures' }, 'MEDIA_URL must be a URL such as s3://KEY:SECRET@'],
    [{ MEDIA_URL: 's3://key:%zz@s3.example.com/pictures' }, 'MEDIA_URL must be a URL such as s3://KEY:SECRET@'],
    [
      { HOLD_LIMITS: 'off' },
      'HOLD_LIMITS must be JSON such as {"units":5,"share":0.1,"discountUses":2,"orders":5,"cashOrders":3,"addressOrders":50,"strikes":3,"addressStrikes":10}',
    ],
    [{ HOLD_LIMITS: '{"orders":0}' }, 'HOLD_LIMITS.orders must be a whole number from 1'],
    [{ HOLD_LIMITS: '{"share":10}' }, 'HOLD_LIMITS.share must be a number from 0 to 1'],
    [{ HOLD_LIMITS: '{"codes":1}' }, 'HOLD_LIMITS must be JSON such as'],
    [{ REFERRALS_PER_ADDRESS: '-1' }, 'REFERRALS_PER_ADDRESS must be a whole number from 0'],
    [{ RATE_LIMITS: 'fast' }, 'RATE_LIMITS must be on, off, or JSON'],
    [{ RATE_LIMITS: '[1]' }, 'RATE_LIMITS must be on, off, or JSON'],
    [
      { RATE_LIMITS: '{"buy":{"points":1,"seconds":1}}' },
      'RATE_LIMITS has no limit "buy"; the limits are checkout, signup',
    ],
    [
      { RATE_LIMITS: '{"checkout":{"points":0,"seconds":1}}' },
      'RATE_LIMITS.checkout.points must be a whole number from 1',
    ],
    [{ RATE_LIMITS: '{"checkout":{"points":1.5,"seconds":1}}' }, 'RATE_LIMITS.checkout.points must be a whole number'],
    [{ RATE_LIMITS: '{"checkout":{"points":1}}' }, 'RATE_LIMITS.checkout.seconds must be a whole number'],
    [
      { RATE_LIMITS: '{"checkout":{"points":1,"seconds":1,"burst":2}}' },
      'RATE_LIMITS.checkout must be an object of points',
    ],
    [{ RATE_LIMITS: '{"checkout":10}' }, 'RATE_LIMITS.checkout must be an object of points and seconds'],
  ])('%j is reported: %s', (environment, message) => {
    expect(mistakesOf(environment)).toContain(message)
  })

  it.each(['https://shops.example.com', '*.shops.example.com', 'shops.example.com:443', '192.0.2.1', 'a..b', '.'])(
    'the domain of shops %s is reported',
    (text) => {
      const expected = 'must be a domain such as shops.example.com, without protocol, port and path'
      expect(mistakesOf({ SHOP_DOMAIN: text })).toContain(`SHOP_DOMAIN ${expected}, not "${text}"`)
    },
  )

  it('is told once, in one line, with every mistake named', () => {
    const message = mistakesOf({
      PORT: 'x',
      LOG_LEVEL: 'loud',
      WORKERS: '3',
      SMTP_URL: 'smtp://mail',
      RATE_LIMITS: '{}}',
    })
    for (const name of ['PORT', 'LOG_LEVEL', 'WORKERS', 'MAIL_FROM', 'RATE_LIMITS']) expect(message).toContain(name)
    expect(message).not.toContain('\n')
  })

  it.each([
    'SECRETS',
    'DATABASE_URL',
    'REDIS_URL',
    'SMTP_URL',
    'CHAT_URL',
    'CHAT_API_KEY',
    'PAYMENTS_URL',
    'PUBLIC_URL',
    'MEDIA_URL',
  ])('never shows what is in %s', (name) => {
    expect(mistakesOf({ [name]: 'hunter2hunter2', PORT: 'x' })).not.toContain('hunter2')
    expect(mistakesOf({ [name]: 'https://me:hunter2hunter2@host:port', PORT: 'x' })).not.toContain('hunter2')
  })

  it('never makes reading fail in another way', () => {
    const names = [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'SECRETS',
      'TRUST_PROXY',
      'MAIL_FROM',
      'RATE_LIMITS',
      'HOLD_LIMITS',
      'SMTP_URL',
      'MEDIA_URL',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.oneof(fc.string({ unit: 'grapheme' }), fc.json()), (name, text) => {
        const message = mistakesOf({ [name]: text })
        expect(message === '' || message.startsWith('Invalid environment variables: ')).toBe(true)
      }),
    )
  })
})
