import { hashSync } from 'bcryptjs'
import { afterAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../../src/platform/passwords.ts'

const passwords = createPasswords({ cost: 4, threads: 1 })
afterAll(() => passwords.close())

describe('a password', () => {
  it('is known again by its hash, and no other is', async () => {
    const hash = await passwords.hash('secret1')
    expect(hash).toMatch(/^\$2b\$04\$.{53}$/)
    expect(await passwords.verify('secret1', hash)).toBe(true)
    expect(await passwords.verify('secret2', hash)).toBe(false)
    expect(await passwords.hash('secret1')).not.toBe(hash)
  })

  it('is checked against a hash of another cost', async () => {
    const stronger = createPasswords({ cost: 5, threads: 1 })
    const hash = await stronger.hash('secret1')
    await stronger.close()
    expect(await passwords.verify('secret1', hash)).toBe(true)
  })

  it('of nobody is wrong, whatever it is', async () => {
    expect(await passwords.verify('secret1', null)).toBe(false)
    expect(await passwords.verify('', null)).toBe(false)
  })

  it('counts its 72 bytes in UTF-8, and is refused beyond them rather than cut', async () => {
    const longest = 'ü'.repeat(36)
    const hash = await passwords.hash(longest)
    expect(await passwords.verify(longest, hash)).toBe(true)
    expect(await passwords.verify(`${longest}x`, hash)).toBe(false)
    await expect(passwords.hash(`${longest}x`)).rejects.toMatchObject({
      name: 'Problem',
      code: 'BAD_USER_INPUT',
      message: 'Password must be at most 72 bytes long',
    })
  })

  it('is the same however a keyboard writes its accents', async () => {
    const decomposed = 'crème12'.normalize('NFD')
    const hash = await passwords.hash(decomposed)
    expect(await passwords.verify('crème12'.normalize('NFC'), hash)).toBe(true)
    expect(await passwords.verify(decomposed, hash)).toBe(true)
    expect(await passwords.verify('creme12', hash)).toBe(false)
    expect(await passwords.verify(decomposed, null)).toBe(false)
  })

  it('still opens what was hashed as it was typed', async () => {
    const decomposed = 'crème12'.normalize('NFD')
    const before = hashSync(decomposed, 4)
    expect(await passwords.verify(decomposed, before)).toBe(true)
    expect(await passwords.verify('crème12', before)).toBe(false)
  })

  it('has its bytes counted once its accents are composed', async () => {
    const longest = 'é'.repeat(36).normalize('NFD')
    expect(Buffer.byteLength(longest)).toBe(108)
    expect(await passwords.verify('é'.repeat(36), await passwords.hash(longest))).toBe(true)
  })

  it('with a NUL is refused: to bcrypt "a" and "a NUL a" are the same', async () => {
    await expect(passwords.hash('abc\0abc')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await passwords.verify('abc\0abc', await passwords.hash('abc'))).toBe(false)
  })
})

describe('hashing', () => {
  it('leaves the event loop free', async () => {
    const slow = createPasswords({ cost: 10, threads: 1 })
    let turns = 0
    let done = false
    const hashing = slow.hash('secret1').finally(() => {
      done = true
    })
    while (!done) {
      await new Promise(setImmediate)
      turns += 1
    }
    await hashing
    await slow.close()
    // On the event loop itself the loop above would turn once or twice.
    expect(turns).toBeGreaterThan(100)
  })

  it('takes an unknown account through the same work as a known one', async () => {
    const busy = createPasswords({ cost: 11, threads: 1 })
    const hash = await busy.hash('secret1')
    const order: string[] = []
    // One thread works in order: a check that was skipped would end before the real one queued ahead of it.
    await Promise.all([
      busy.verify('secret1', hash).then(() => order.push('known')),
      busy.verify('secret1', null).then(() => order.push('unknown')),
      busy.verify('x'.repeat(73), hash).then(() => order.push('too long')),
    ])
    expect(order).toEqual(['known', 'unknown', 'too long'])
    const typed = 'crème12'.normalize('NFD')
    await Promise.all([
      busy.verify(typed, hash).then(() => order.push('known')),
      busy.verify(typed, null).then(() => order.push('unknown')),
      busy.verify('secret2', hash).then(() => order.push('one form')),
    ])
    expect(order.slice(3)).toEqual(['one form', 'known', 'unknown'])
    await busy.close()
  })

  it('says that it is busy once too many wait, and works on', async () => {
    const one = createPasswords({ cost: 4, threads: 1 })
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => one.verify('secret1', null)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(7)
    expect(refused[0]?.reason).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The server is busy. Please try again.',
      retryAfter: 1,
    })
    expect(await one.verify('secret1', null)).toBe(false)
    await one.close()
  })

  it('finishes what runs when it is closed, and takes no more', async () => {
    const closing = createPasswords({ cost: 8, threads: 1 })
    const running = closing.hash('secret1')
    await closing.close()
    expect(await running).toMatch(/^\$2b\$08\$/)
    await expect(closing.hash('secret1')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
