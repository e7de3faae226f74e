import { expect, it } from 'vitest'
import type { Services } from '../src/api/context.ts'
import { newestFirst } from '../src/platform/pagination.ts'
import { createContext } from '../src/process/request-context.ts'
import { burden, leftBehind } from './support/left-behind.ts'

// What a request has made should be gone with the next collection of young objects. What is kept until a full one makes
// every answer dearer: it is copied twice, and full collections come more often.

it('the context of a request does not outlive it', async () => {
  const parts = { store: null, authorization: undefined, idempotencyKey: undefined, accessToken: undefined }
  const call = () => {
    const services = { burden: burden() } as unknown as Services // of which nothing is called here
    return createContext(services, { ...parts, ip: '127.0.0.1', requestId: '1' }).ip
  }
  expect(await leftBehind(call)).toBeLessThan(0.5)
})

it('a page of rows does not outlive its request', async () => {
  const call = () => {
    const rows = [{ id: '1', createdAt: new Date(0), burden: burden() }]
    return newestFirst.connection(rows, 1, {}).pageInfo.hasNextPage
  }
  expect(await leftBehind(call)).toBeLessThan(0.5)
})
