import { isForeign, wordsOf } from '../knowledge/words.ts'

const orders = '(?:instructions?|prompts?|rules|guidelines|training)'
/** About the assistant's instructions: a shopper may well ask about brewing instructions. */
const commands = [
  new RegExp(String.raw`\b(?:ignore|disregard|override|bypass)\b.*\b(?:${orders}|above|previous)\b`, 'i'),
  new RegExp(
    String.raw`\b(?:forget|reveal|repeat|print|leak|show)\b.*\b(?:your|system|previous|above|all|prior)\s+${orders}\b`,
    'i',
  ),
  /\b(system|developer|hidden) (prompt|mode|message|instructions?)\b/i,
  /\b(pretend|act as|role-?play|you are now|jailbreak|do anything now)\b/i,
]

/** Tries to change the assistant's role or instructions. */
export const isManipulation = (message: string): boolean => commands.some((command) => command.test(message))

/** Outside of any shop, such as the weather, and not mentioned by the store. */
export const isForeignSubject = (message: string, isKnown: (term: string) => boolean): boolean =>
  wordsOf(message).some(({ term }) => isForeign(term) && !isKnown(term))

const greeting = /^\s*(hi+|hello|hey|hiya|namaste|good (morning|afternoon|evening|day)|greetings)\b/i
const thanks = /\b(thanks?|thank you|thx|cheers)\b/i
const farewell = /^\s*(bye|goodbye|see you)\b/i
const identity =
  /\bwho are you\b|\bare you (an? )?(bot|robot|human|ai|person|real)\b|\b(your|the (shop|store)'?s?) name\b|\bwhat('s| is) this (shop|store|place)\b/i

/** Null for any other message. */
export function smallTalk(message: string, store: string): string | null {
  const help = 'Ask me about products, prices, stock, services, delivery or anything else about the store.'
  if (identity.test(message)) return `I am the assistant of ${store}. ${help}`
  if (wordsOf(message.replace(greeting, '').replace(thanks, '')).length > 0) return null
  if (farewell.test(message)) return `Goodbye, and thank you for visiting ${store}.`
  if (thanks.test(message)) return 'You are welcome. Is there anything else you would like to know?'
  if (greeting.test(message)) return `Hello, and welcome to ${store}! ${help}`
  return null
}
