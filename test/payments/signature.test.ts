import fc from 'fast-check'
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js'
import { describe, expect, it } from 'vitest'
import {
  isPaymentSignature,
  isWebhookSignature,
  paymentSignature,
  webhookSignature,
} from '../../src/commerce/payments/signature.ts'

const secret = 'sandbox-key-secret'
const ids = { providerOrderId: 'order_DaZlswtdcn9UNV', providerPaymentId: 'pay_29QQoUBi66xm2f' }
const signature = paymentSignature(secret, ids)

const someSecret = fc.string({ minLength: 1, unit: 'grapheme' })
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/)
const someIds = fc.record({ providerOrderId: id, providerPaymentId: id })
const hexDigit = fc.constantFrom(...'0123456789abcdef')
const place = fc.nat(63)

const withDigit = (text: string, at: number, digit: string) => text.slice(0, at) + digit + text.slice(at + 1)

describe('the signature of a payment', () => {
  it('is what OpenSSL computes: HMAC-SHA256 in hex over order id, bar, payment id', () => {
    expect(signature).toBe('e926a7834e1eeeedc6ba1305ba3f780169b047cc3e1ef20a6a33b438ecc5c32e')
  })

  it('convinces Razorpay’s own library', () => {
    fc.assert(
      fc.property(someSecret, someIds, (key, pair) => {
        const { providerOrderId: order_id, providerPaymentId: payment_id } = pair
        return validatePaymentVerification({ order_id, payment_id }, paymentSignature(key, pair), key)
      }),
    )
  })

  it('is accepted for the ids and the key that it was made with', () => {
    fc.assert(
      fc.property(someSecret, someIds, (key, pair) => isPaymentSignature(key, pair, paymentSignature(key, pair))),
    )
  })

  it('is refused with any digit changed', () => {
    fc.assert(
      fc.property(place, hexDigit, (at, digit) => {
        fc.pre(signature[at] !== digit)
        return !isPaymentSignature(secret, ids, withDigit(signature, at, digit))
      }),
    )
  })

  it('is refused for other ids and with another key', () => {
    fc.assert(
      fc.property(someIds, someSecret, (pair, key) => {
        fc.pre(key !== secret && JSON.stringify(pair) !== JSON.stringify(ids))
        return !isPaymentSignature(secret, pair, signature) && !isPaymentSignature(key, ids, signature)
      }),
    )
  })

  it.each([
    ['empty', ''],
    ['in upper case', signature.toUpperCase()],
    ['cut short', signature.slice(0, 63)],
    ['followed by more', `${signature}0`],
    ['followed by a line break', `${signature}\n`],
    ['among white space', ` ${signature}`],
    ['as long in characters, not in bytes', 'é'.repeat(64)],
    ['half a surrogate pair', '\ud800'.repeat(64)],
    ['very long', 'a'.repeat(1_000_000)],
  ])('is refused when it is %s', (_, given) => {
    expect(isPaymentSignature(secret, ids, given)).toBe(false)
  })

  it('is refused, and nothing is thrown, whatever text it is', () => {
    const anything = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(anything, anything, anything, (given, providerOrderId, providerPaymentId) => {
        return !isPaymentSignature(secret, { providerOrderId, providerPaymentId }, given)
      }),
    )
  })

  it('is none when there is no key to make it with', () => {
    expect(isPaymentSignature('', ids, paymentSignature('', ids))).toBe(false)
  })
})

describe('the signature of a notice', () => {
  const body = '{"event":"payment.captured","note":"चाय ☕"}'

  it('convinces Razorpay’s own library, and what that library accepts is accepted', () => {
    fc.assert(
      fc.property(someSecret, fc.string({ unit: 'grapheme' }), (key, text) => {
        const made = webhookSignature(key, text)
        return validateWebhookSignature(text, made, key) && isWebhookSignature(key, Buffer.from(text), made)
      }),
    )
  })

  it('is refused once a byte of the body is another', () => {
    const made = webhookSignature(secret, body)
    const bytes = Buffer.from(body)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const other = Buffer.from(bytes)
        other[at] = (other[at] ?? 0) ^ change
        return !isWebhookSignature(secret, other, made)
      }),
    )
  })

  it('is refused with any digit changed', () => {
    const made = webhookSignature(secret, body)
    fc.assert(
      fc.property(place, hexDigit, (at, digit) => {
        fc.pre(made[at] !== digit)
        return !isWebhookSignature(secret, body, withDigit(made, at, digit))
      }),
    )
  })

  it('is refused when it is absent, or when the store has no secret for notices', () => {
    expect(isWebhookSignature(secret, body, undefined)).toBe(false)
    expect(isWebhookSignature(null, body, webhookSignature(secret, body))).toBe(false)
    expect(isWebhookSignature('', body, webhookSignature('', body))).toBe(false)
  })
})
