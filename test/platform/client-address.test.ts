import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClientAddress, limitKey, normalAddress } from '../../src/platform/network/client-address.ts'
import { parseNetwork } from '../../src/platform/network/network.ts'

const CLIENT = '198.51.100.7'
const PROXY = '10.0.0.1'

describe('the address of a client', () => {
  it.each([
    ['no proxy is trusted', null, CLIENT, '203.0.113.9', CLIENT],
    ['no proxy is trusted and IPv4 comes inside IPv6', null, `::ffff:${CLIENT}`, undefined, CLIENT],
    ['no proxy is trusted and IPv6 is written out', null, '2001:db8:0:0:0:0:0:1', undefined, '2001:db8::1'],
    ['the socket is gone', null, '', undefined, ''],
    ['zero hops are trusted', { hops: 0 }, PROXY, CLIENT, PROXY],
    ['the one proxy names it', { hops: 1 }, PROXY, CLIENT, CLIENT],
    ['the one proxy appends to what the client claims', { hops: 1 }, PROXY, `203.0.113.9, ${CLIENT}`, CLIENT],
    ['two proxies stand in front', { hops: 2 }, PROXY, `203.0.113.9, ${CLIENT}, 10.0.0.2`, CLIENT],
    ['the header is shorter than the hops', { hops: 3 }, PROXY, CLIENT, CLIENT],
    ['the proxy sends no header', { hops: 1 }, PROXY, undefined, PROXY],
    ['the proxy sends an empty header', { hops: 1 }, PROXY, '', PROXY],
    ['the caller is a trusted network', { cidrs: ['10.0.0.0/8'] }, `::ffff:${PROXY}`, CLIENT, CLIENT],
    ['trusted proxies are passed over', { cidrs: ['10.0.0.0/8'] }, PROXY, `203.0.113.9,${CLIENT},10.9.9.9`, CLIENT],
    ['the caller is not trusted', { cidrs: ['10.0.0.0/8'] }, CLIENT, '203.0.113.9', CLIENT],
    ['a single address is trusted', { cidrs: [PROXY] }, PROXY, CLIENT, CLIENT],
    ['the proxy has IPv6', { cidrs: ['2001:db8::/32'] }, '2001:db8::5', CLIENT, CLIENT],
    ['all are trusted proxies', { cidrs: ['10.0.0.0/8'] }, PROXY, '10.1.1.1, 10.2.2.2', '10.1.1.1'],
    ['garbage stands right of it', { cidrs: ['10.0.0.0/8'] }, PROXY, `${CLIENT}, unknown, 10.2.2.2`, '10.2.2.2'],
    ['an old spelling of an address is garbage', { hops: 1 }, PROXY, '127.1', PROXY],
    ['a number is garbage', { hops: 1 }, PROXY, '2130706433', PROXY],
    ['the proxy adds the port', { hops: 1 }, PROXY, `${CLIENT}:51234`, CLIENT],
    ['the proxy adds the port to IPv6', { hops: 1 }, PROXY, '[2001:db8::1]:51234', '2001:db8::1'],
    ['the proxy writes brackets', { hops: 1 }, PROXY, '[2001:db8::1]', '2001:db8::1'],
    ['the address has a zone', { hops: 1 }, PROXY, 'fe80::1%eth0', 'fe80::1'],
  ])('is found when %s', (_, trusted, socket, header, address) => {
    expect(createClientAddress(trusted)(socket, header)).toBe(address)
  })
})

const entry = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4Extended(),
  fc.string(),
  fc.constantFrom(PROXY, '10.0.0.2', '', ' ', '%', '::', '[::1]:1'),
)
const header = fc.array(entry, { maxLength: 8 }).map((entries) => entries.join(','))
const stranger = fc
  .oneof(fc.ipV4(), fc.ipV6())
  .filter(
    (address) =>
      !address.startsWith('10.') && (createClientAddress(null)(address, undefined) ?? '').slice(0, 3) !== '10.',
  )

describe('a client cannot choose its own address by sending a header', () => {
  it('without a trusted proxy', () => {
    const addressOf = createClientAddress(null)
    fc.assert(
      fc.property(stranger, header, (client, claimed) => {
        expect(addressOf(client, claimed)).toBe(addressOf(client, undefined))
      }),
    )
  })

  it.each([1, 2, 3])('through %d proxies', (hops) => {
    const addressOf = createClientAddress({ hops })
    fc.assert(
      fc.property(stranger, header, (client, claimed) => {
        const proxies = Array.from({ length: hops - 1 }, (_, index) => `10.0.0.${index + 2}`)
        expect(addressOf(PROXY, [claimed, client, ...proxies].join(', '))).toBe(normalAddress(client))
      }),
    )
  })

  it('through proxies of a trusted network, nor past them', () => {
    const addressOf = createClientAddress({ cidrs: ['10.0.0.0/8'] })
    fc.assert(
      fc.property(stranger, header, fc.nat(3), (client, claimed, more) => {
        const proxies = Array.from({ length: more }, (_, index) => `10.0.0.${index + 2}`)
        expect(addressOf(PROXY, [claimed, client, ...proxies].join(', '))).toBe(normalAddress(client))
        expect(addressOf(client, claimed)).toBe(normalAddress(client))
      }),
    )
  })
})

describe('limits count', () => {
  it.each([
    ['IPv4 by the address', '198.51.100.7', '198.51.100.7'],
    ['IPv4 inside IPv6 as IPv4', '::ffff:198.51.100.7', '198.51.100.7'],
    ['IPv6 by its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['a neighbour in the /64 as the same', '2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['the next /64 as another', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['loopback', '::1', '::/64'],
    ['a zone not at all', 'fe80::1%eth0', 'fe80::/64'],
    ['anything else as it is', 'unknown', 'unknown'],
  ])('%s', (_, address, key) => {
    expect(limitKey(address)).toBe(key)
  })
})

describe('an address that a trusted caller names', () => {
  it.each([
    [' 198.51.100.7 ', '198.51.100.7'],
    ['::ffff:c633:6407', '198.51.100.7'],
    ['2001:DB8::0001', '2001:db8::1'],
    ['127.1', null],
    ['shop.example.com', null],
    ['', null],
  ])('%j is %j', (text, address) => {
    expect(normalAddress(text)).toBe(address)
  })
})

describe('a trusted network', () => {
  it.each([
    '',
    'x',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '0.0.0.0/0',
    '::/0',
    '::/129',
    '10/8',
    '::ffff:10.0.0.0/104',
  ])('is not %j', (text) => {
    expect(() => parseNetwork(text)).toThrow('is not an IP address or CIDR range')
  })
})
