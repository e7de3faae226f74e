import { CANCELLED, type LookupAddress, promises, TIMEOUT } from 'node:dns'
import { readFile } from 'node:fs/promises'

/** Finds the addresses of a name; ends early, by throwing what the signal says, when it is aborted. */
export type NameLookup = (name: string, asker: string, signal: AbortSignal) => Promise<LookupAddress[]>

export interface NameLookupOptions {
  /** Addresses of name servers, with a port or without; those of the system unless told. */
  servers?: readonly string[]
  /** For both kinds of address together. */
  timeoutMs?: number
  /** So many names of one asker are looked up at the same time; more of them wait. */
  perAsker?: number
}

const TIMEOUT_MS = 3_000
const PER_ASKER = 2

/**
 * Looks names up that strangers choose. The system's own way, `dns.lookup`, has two threads for the whole process: a few
 * names whose servers never answer would keep everybody else waiting, calls to the payment provider too. This one asks
 * name servers over sockets. It knows the system's hosts file, but no search domains: names must be whole.
 */
export function createNameLookup({
  servers,
  timeoutMs = TIMEOUT_MS,
  perAsker = PER_ASKER,
}: NameLookupOptions = {}): NameLookup {
  const turns = createTurns(perAsker)

  async function ask(name: string, signal: AbortSignal): Promise<LookupAddress[]> {
    // One for each name: `cancel` ends all questions of a resolver.
    // A server is asked twice, the second time for twice as long.
    const resolver = new promises.Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    const timer = setTimeout(cancel, timeoutMs)
    signal.addEventListener('abort', cancel)
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
      signal.throwIfAborted()
      const found = answers.flatMap((answer, index) =>
        answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
      )
      const [first] = answers
      if (found.length > 0 || first.status === 'fulfilled') return found
      throw first.reason.code === CANCELLED
        ? Object.assign(new Error('No answer in time'), { code: TIMEOUT })
        : first.reason
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
  }

  return async (name, asker, signal) => {
    const known = await knownToSystem(name)
    if (known.length > 0) return known
    const turnIsOver = await turns.take(asker, signal)
    try {
      return await ask(name, signal)
    } finally {
      turnIsOver()
    }
  }
}

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** What the hosts file says of a name; `localhost` and names below it are this machine everywhere. */
async function knownToSystem(name: string): Promise<LookupAddress[]> {
  const wanted = name.toLowerCase().replace(/\.$/, '')
  if (wanted === 'localhost' || wanted.endsWith('.localhost')) return LOOPBACK
  const hosts = await readFile('/etc/hosts', 'utf8').catch(() => '')
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return names.includes(wanted) ? [{ address, family: address.includes(':') ? 6 : 4 }] : []
  })
}

/** Lets so many of each asker at once, the others in the order in which they came. */
function createTurns(perAsker: number) {
  const askers = new Map<string, { running: number; waiting: (() => void)[] }>()

  /** @returns what ends the turn. @throws what the signal says */
  async function take(asker: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const line = askers.get(asker) ?? { running: 0, waiting: [] }
    askers.set(asker, line)
    if (line.running >= perAsker) await isNext(line.waiting, signal)
    else line.running += 1
    return () => {
      const next = line.waiting.shift()
      // The turn goes on to the next, who then counts instead.
      if (next) return next()
      line.running -= 1
      if (line.running === 0) askers.delete(asker)
    }
  }
  return { take }
}

function isNext(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(next), 1)
      reject(signal.reason)
    }
    const next = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    waiting.push(next)
    signal.addEventListener('abort', leave, { once: true })
  })
}
