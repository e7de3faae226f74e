import { CANCELLED, type LookupAddress, promises, TIMEOUT } from 'node:dns'
import { readFile } from 'node:fs/promises'

/** Throws the signal's reason when it is aborted. */
export type NameLookup = (name: string, key: string, signal: AbortSignal) => Promise<LookupAddress[]>

export interface NameLookupOptions {
  /** With or without a port. Left out, those of the system. */
  servers?: readonly string[]
  /** For IPv4 and IPv6 together. */
  timeoutMs?: number
  /** Per key (usually a store); further look-ups wait. */
  perKey?: number
}

const TIMEOUT_MS = 3_000
const PER_KEY = 2

/**
 * For names that strangers choose: `dns.lookup` runs on two threads, which a few silent name servers would block for
 * everyone. Reads the hosts file but no search domains, so names must be complete.
 */
export function createNameLookup({
  servers,
  timeoutMs = TIMEOUT_MS,
  perKey = PER_KEY,
}: NameLookupOptions = {}): NameLookup {
  const semaphore = createSemaphore(perKey)

  async function ask(name: string, signal: AbortSignal): Promise<LookupAddress[]> {
    // A resolver per name, because `cancel` ends all its queries. The second try has twice the time-out.
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

  return async (name, key, signal) => {
    const known = await knownToSystem(name)
    if (known.length > 0) return known
    const release = await semaphore.acquire(key, signal)
    try {
      return await ask(name, signal)
    } finally {
      release()
    }
  }
}

const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** `localhost` and names below it always mean this machine. */
async function knownToSystem(name: string): Promise<LookupAddress[]> {
  const wanted = name.toLowerCase().replace(/\.$/, '')
  if (wanted === 'localhost' || wanted.endsWith('.localhost')) return LOOPBACK
  const hosts = await readFile('/etc/hosts', 'utf8').catch(() => '')
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/)
    return names.includes(wanted) ? [{ address, family: address.includes(':') ? 6 : 4 }] : []
  })
}

function createSemaphore(perKey: number) {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  /** @returns the release @throws the signal's reason */
  async function acquire(key: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running >= perKey) await waitForPermit(queue.waiting, signal)
    else queue.running += 1
    return () => {
      const next = queue.waiting.shift()
      // The next one takes over this permit.
      if (next) return next()
      queue.running -= 1
      if (queue.running === 0) queues.delete(key)
    }
  }
  return { acquire }
}

function waitForPermit(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      waiting.splice(waiting.indexOf(next), 1)
      reject(signal.reason)
    }
    const next = () => {
      signal.removeEventListener('abort', abort)
      resolve()
    }
    waiting.push(next)
    signal.addEventListener('abort', abort, { once: true })
  })
}
