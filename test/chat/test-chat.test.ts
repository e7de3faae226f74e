import { describe, expect, it } from 'vitest'
import { clientOf } from '../support/client.ts'
import { ownerOf, postAsOwner } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { bicycleShop } from './bicycle-shop.ts'

const shop = await forAllTests(openShop({ chatMessagesPerDay: 12 }))
const TRY = `mutation ($message: String!, $context: String, $history: [ChatTurnInput!]) {
  testChat(message: $message, context: $context, history: $history)
}`

async function open(enabled = true) {
  const { store: settings, ...rest } = bicycleShop
  const store = await shop.addStore({ ...rest, store: { ...settings, chat: { ...settings.chat, enabled } } })
  const owner = await ownerOf(shop, store)
  const asked = async (variables: object) => (await owner.ask(TRY, variables)).testChat as string
  const messagesToday = async () =>
    (await shop.database.prisma.chatDay.findFirst({ where: { storeId: store.id } }))?.messages ?? 0
  return { store, owner, asked, messagesToday }
}

describe('a trial of the chat', () => {
  it('answers as the chat does, and with a draft as it would', async () => {
    const { store, asked } = await open()
    const client = clientOf(shop, store.subdomain, 'REST')
    const told = async (message: string) => ((await client.chat({ message })) as any).data.reply
    const where = 'Where can I find you?'
    expect(await asked({ message: where })).toBe(await told(where))
    const context = bicycleShop.store.chat.context.replace('under the railway arches', 'behind the cathedral')
    expect(await asked({ message: where, context })).toContain('behind the cathedral on Harbour Street in Galway')
    // Nothing of the draft stays.
    expect(await told(where)).toContain('under the railway arches')
    expect(await asked({ message: 'How much is the gravel bike?', context })).toContain('€1,690')
    const history = [{ role: 'USER', content: 'How much is the Corrib?' }]
    expect(await asked({ message: 'How heavy is it?', history, context })).toContain('15.8 kg')
  })

  it('works before the chat is enabled, and counts towards the messages of the day', async () => {
    const { owner, asked, messagesToday } = await open(false)
    const answers = await Promise.all(
      Array.from({ length: 15 }, async () => (await owner.post(TRY, { message: 'Is VAT included?' })).body),
    )
    expect(await messagesToday()).toBe(12)
    const refused = answers.flatMap(({ errors = [] }) =>
      errors.map(({ message, extensions }: any) => [message, extensions.code]),
    )
    expect(refused).toEqual(
      Array.from({ length: 3 }, () => [
        ...['This site has reached its daily chat limit. Please come back tomorrow.', 'QUOTA_EXCEEDED'],
      ]),
    )
    await expect(asked({ message: 'Is VAT included?' })).rejects.toThrow('daily chat limit')
  })

  it.each([
    [{ message: ' ' }, 'Message is required.'],
    [{ message: 'x'.repeat(501) }, 'Message too long (max 500 chars).'],
    [{ message: 'Hello', context: 'x'.repeat(20_001) }, 'context must be at most 20000 characters'],
  ])('counts nothing when it is refused: %#', async (variables, message) => {
    const { owner, messagesToday } = await open()
    expect(await owner.refused(TRY, variables)).toEqual({ code: 'BAD_USER_INPUT', message })
    expect(await messagesToday()).toBe(0)
  })

  it('has the limit of the chat, for each address', async () => {
    const { store, owner } = await open()
    const headers = { 'x-forwarded-for': '203.0.113.77' }
    const ask = () => postAsOwner(shop, store.subdomain, owner.key, TRY, { message: 'Hello' }, headers)
    let refusal: any
    for (let at = 0; at < 40 && !refusal; at += 1) {
      const { body } = await ask()
      refusal = body.errors?.find(({ extensions }: any) => extensions.code === 'RATE_LIMITED')
    }
    expect(refusal.message).toBe('Too many messages. Please wait a minute and try again.')
  })
})
