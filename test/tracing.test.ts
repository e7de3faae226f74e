import { rm } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { openCollector } from './support/otlp-collector.ts'
import { runStorefront, startService } from './support/process.ts'
import { readyFolder } from './support/test-database.ts'

/** The bundled command line, with OpenTelemetry in it. */
const collector = await openCollector()
const dataDir = await readyFolder()
afterAll(async () => {
  await collector.close()
  await rm(dataDir, { recursive: true, force: true })
})

it('traces reach the collector, the last of them when the process is told to stop', async () => {
  const service = await startService({
    DATA_DIR: dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  })
  expect((await fetch(`${service.url}/api/sites/demo/products`)).status).toBe(200)
  expect(await service.stop()).toBe(0)
  const request = collector.spans.find(({ name }) => name === 'GET /api/sites/:subdomain/products')
  const below = collector.spans.filter(({ traceId }) => traceId === request?.traceId)
  expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(['products', 'SELECT']))
  for (const attribute of ['"storefront-gateway"', '"service.version"', '"deployment.environment.name"']) {
    expect(collector.bodies[0]).toContain(attribute)
  }
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
  expect(lines.some((line) => line.includes(`"trace_id":"${request?.traceId}"`))).toBe(true)
})

it('an endpoint that is no URL ends the start with a line that says what it should be', async () => {
  const { status, stderr } = await runStorefront(['serve'], {
    DATA_DIR: dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
  })
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/OTEL_EXPORTER_OTLP_ENDPOINT must be an http:\/\/ or https:\/\/ URL/),
  ])
})
