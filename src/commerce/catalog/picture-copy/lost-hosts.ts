import { LRUCache } from 'lru-cache'
import type { LinkedPicture } from '../../../generated/prisma/client.ts'

/** In a row, before the rest of a host's pictures is given up: each costs the whole time limit, or a pause. */
const MOST_SILENT = 6

/** Hosts that do not answer, or only ask to come back later. Forgotten with the process, which then finds out again. */
export interface LostHosts {
  /** Null while the host is to be asked. */
  reasonFor(link: Of): string | null
  note(link: Of, wasSilent: boolean): void
}

type Of = Pick<LinkedPicture, 'copyId' | 'url'>

const hostIn = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

export function createLostHosts(): LostHosts {
  const silent = new LRUCache<string, number>({ max: 1_000 })
  const nameOf = ({ copyId, url }: Of) => `${copyId} ${hostIn(url)}`
  return {
    reasonFor: (link) =>
      (silent.get(nameOf(link)) ?? 0) < MOST_SILENT
        ? null
        : `Not asked for any more, because ${hostIn(link.url)} did not answer, or answered 429, ${MOST_SILENT} times in a row.`,
    note(link, wasSilent) {
      const name = nameOf(link)
      if (wasSilent) silent.set(name, (silent.get(name) ?? 0) + 1)
      else silent.delete(name)
    },
  }
}
