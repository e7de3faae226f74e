import { hostOf } from '../../platform/network/guarded-lookup.ts'
import { isPublic, isWithin, type Network, parseAddress } from '../../platform/network/network.ts'

export const MAX_URL = 2048

/** Public addresses over https, and any address in networks that the operator allows. */
export interface TargetRules {
  /** A sentence for the owner; null when the URL is fine. Its host name may still resolve to a refused address. */
  urlProblem(url: string): string | null
  mayReach(address: string, protocol: string): boolean
}

export function createTargetRules(networks: readonly Network[]): TargetRules {
  const mayReach = (text: string, protocol: string): boolean => {
    const address = parseAddress(text)
    if (!address) return false
    return isWithin(address, networks) || (protocol === 'https:' && isPublic(address))
  }
  return {
    mayReach,

    urlProblem(text) {
      if (text.length > MAX_URL) return `The URL must be at most ${MAX_URL} characters.`
      const url = URL.canParse(text) ? new URL(text) : null
      const isPlainHttp = url?.protocol === 'http:' && networks.length > 0
      if (!url || !(url.protocol === 'https:' || isPlainHttp)) return 'The URL must begin with https://.'
      if (url.username !== '' || url.password !== '') return 'The URL must not hold a user name or password.'
      const host = hostOf(url)
      // Host names are resolved and checked when a message is sent.
      if (parseAddress(host) ? mayReach(host, url.protocol) : !isLocalName(host) || networks.length > 0) return null
      return `The URL must lead to the public internet; ${host} does not.`
    },
  }
}

const isLocalName = (host: string): boolean => /^(.+\.)?localhost\.?$/i.test(host)
