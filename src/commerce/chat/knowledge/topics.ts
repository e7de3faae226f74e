/** Questions and the owner's sentences often use different words: few write "address" before one. */
interface Topic {
  name: string
  asked: RegExp
  matches: (sentence: string) => boolean
  /** Affects the ranking, but a fact need not contain it. */
  soft?: boolean
  /** Whether products are indexed by it, too. A street in a product's description is not the store's. */
  ofGoods?: boolean
}

const weekday = /\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b/i
const clockTime = /\b\d{1,2}(:\d\d)?\s?(am|pm|to|-|–)/i
const street = /\b(road|street|avenue|lane|square|plaza|boulevard|marg|nagar|straße|rue|via|mall|floor)\b/i

const topics: readonly Topic[] = [
  {
    name: 'hours',
    asked: /\b(hours?|timings?|opens?|opening|clos(e|es|ed|ing)|what time do|what time are|weekends?|holidays?)\b/i,
    matches: (text) => /\b(opens?|closed?|hours)\b/i.test(text) && (weekday.test(text) || clockTime.test(text)),
  },
  {
    name: 'address',
    asked:
      /\bwhere\b.*\b(you|your|shop|store|located|situated|based)\b|\b(address|locat(ed|ion)|directions?|visit|physical|showroom|premises|branch(es)?)\b/i,
    matches: (text) => street.test(text) && /\d/.test(text),
  },
  {
    name: 'phone',
    asked: /\b(phone|telephone|call|ring|contact|reach|speak|talk)\b/i,
    matches: (text) => /\+?\d[\d ()-]{7,}\d/.test(text),
  },
  {
    name: 'email',
    asked: /\b(e-?mails?|write to|contact|reach)\b/i,
    matches: (text) => /\S@\S/.test(text),
  },
  {
    name: 'payment',
    asked: /\b(pay|pays|paying|payments?|credit|debit|upi|cash|cod|paypal|wallets?|net ?banking|accept)\b/i,
    matches: (text) => /\b(upi|paypal|net banking|credit cards?|cash on delivery|accept\b.*\bcards?)\b/i.test(text),
  },
  {
    name: 'temperature',
    asked: /\b(temperature|degrees?|how hot)\b/i,
    matches: (text) => /\d\s?°|\bdegrees\b|\bboiling\b/i.test(text),
    ofGoods: true,
  },
  {
    name: 'duration',
    asked: /\bhow (long|soon|many (minutes|hours|days|weeks))\b|\bwhen (will|does|do)\b/i,
    matches: (text) => /\d.*\b(minutes?|hours?|days?|weeks?|months?|years?)\b/i.test(text),
    soft: true,
    ofGoods: true,
  },
]

export interface AskedTopic {
  term: string
  soft: boolean
}

export const topicsAsked = (question: string): AskedTopic[] =>
  topics.filter(({ asked }) => asked.test(question)).map(({ name, soft = false }) => ({ term: termOf(name), soft }))

export const topicsOf = (sentence: string): string[] =>
  topics.filter(({ matches }) => matches(sentence)).map(({ name }) => termOf(name))

export const topicsOfGoods = (description: string): string[] =>
  topics.filter(({ matches, ofGoods }) => ofGoods && matches(description)).map(({ name }) => termOf(name))

const termOf = (topic: string) => `topic:${topic}`
