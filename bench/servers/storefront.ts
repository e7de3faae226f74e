import { freePort } from '../machine/free-port.ts'
import type { Place } from '../machine/processor.ts'
import { type Server, startServer } from './server.ts'
import { LAUNCHER, NODE_FLAGS, type Settings, serviceEnvironment } from './service-environment.ts'

interface StorefrontOptions extends Settings {
  databaseUrl?: string
  redisUrl?: string
  dataDir?: string
  place?: Place
}

/** This service, as `npm start` runs it. */
export async function startStorefront({ place = 'server', ...surroundings }: StorefrontOptions): Promise<Server> {
  const port = await freePort()
  const env = { ...serviceEnvironment(surroundings), PORT: String(port) }
  return startServer([...NODE_FLAGS, LAUNCHER, 'serve'], { place, port, env, readyPath: '/readyz' })
}
