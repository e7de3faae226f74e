import { describe, expect, it } from 'vitest'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { bicycleShop } from './bicycle-shop.ts'

/*
 * What the built-in assistant does in a shop that it was never tuned on. The questions were written before any was
 * asked. Its rules are frozen: a test that fails here tells that it answers otherwise than decision 0022 says, for
 * better or worse. Then the question moves to the table where it belongs, and the numbers there change.
 */
const shop = await forAllTests(openShop())
const subdomain = (await shop.addStore(bicycleShop)).subdomain

async function replyTo(message: string): Promise<string> {
  const outcome = await clientOf(shop, subdomain, 'REST').chat({ message })
  if (!('data' in outcome)) throw new Error(outcome.error)
  return outcome.data.reply
}

const ignorance = 'I am sorry, I do not know that.'

describe('in a bicycle shop the built-in assistant answers', () => {
  it.each([
    // Products and services
    ['How much is the gravel bike?', 'Twelve Pins Gravel Bike', '€1,690 on sale instead of €1,890'],
    ['what does a puncture repair cost', 'Puncture repair: €15'],
    ['Do you have the Gannet in L?', 'Gannet Helmet', 'L €89'],
    ['is the city bike available in a large frame?', 'Corrib City Bike', 'large €749 (out of stock)'],
    ['Do you have a kids bike?', 'Pony 20-inch', 'out of stock'],
    ['anything under 50 euro?', 'Lighthouse Front Lamp: €39.50', 'Chain Oil for Wet Weather: €9.80'],
    ['Which lights do you sell?', 'Lighthouse Front Lamp'],
    ['How bright is the front lamp?', '60 lux'],
    ['How heavy is the Corrib?', '15.8 kg'],
    ['how many keys come with the folding lock?', 'two keys'],
    ['What is on sale?', 'Twelve Pins Gravel Bike'],
    // The owner's sentences
    ['Where can I find you?', 'under the railway arches on Harbour Street in Galway'],
    ['Do you take Bike to Work?', 'the Bike to Work scheme'],
    ['when do I get my bike back from the workshop?', 'hands them back the next evening'],
    // The store's settings
    ['how much is shipping?', 'Shipping costs €7.50, and is free for orders from €150.'],
    ['Is VAT included?', 'included in the prices'],
  ])('%s', async (question, ...facts) => {
    const reply = await replyTo(question)
    for (const fact of facts) expect(reply).toContain(fact)
  })
})

describe('in a bicycle shop the built-in assistant rightly does not know', () => {
  it.each([
    'Is the lock better than the helmet for a beginner?',
    'Do you rent out bikes?',
    'Do you sell tents?',
    'Who won the Tour de France?',
    'Do you repair e-scooters?',
  ])('%s', async (question) => {
    expect(await replyTo(question)).toContain(ignorance)
  })
})

describe('in a bicycle shop the built-in assistant does not know what the owner has written', () => {
  it.each([
    ['When are you open?', 'Tuesday to Saturday from 10 to 18'],
    ['are you open on mondays', 'Tuesday to Saturday from 10 to 18'],
    ['How long is the warranty on the frame?', 'Frames carry a guarantee of five years'],
    ['Can I return a helmet that is too small?', 'Bring it back unused within 30 days'],
    ['Can I pay by card?', 'We take cards and cash'],
  ])('%s', async (question, fact) => {
    expect(bicycleShop.store.chat.context).toContain(fact)
    expect(await replyTo(question)).toContain(ignorance)
  })
})

describe('in a bicycle shop the built-in assistant answers beside the point', () => {
  it.each([
    // The lowest prices of the whole shop, where bicycles were asked for.
    ['What is your cheapest bicycle?', 'Chain Oil for Wet Weather: €9.80', 'Pony 20-inch'],
    ['Can I try a bike before buying?', 'We take cards and cash', 'You may ride any bicycle for an hour'],
    // True of parts; whole bicycles are collected.
    ['Do you deliver bikes to Dublin?', 'Shipping costs €7.50', 'whole bicycles are collected here'],
    ['Do you buy used bikes?', 'We take cards and cash', 'only when they were sold by us'],
  ])('%s', async (question, fact, right) => {
    expect(JSON.stringify(bicycleShop)).toContain(right)
    const reply = await replyTo(question)
    expect(reply).toContain(fact)
    expect(reply).not.toContain(right)
  })
})
