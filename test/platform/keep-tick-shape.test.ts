import { expect, it } from 'vitest'
import { keepTickShape } from '../../src/platform/keep-tick-shape.ts'

it('what is kept is one of the objects that Node makes for its ticks', async () => {
  const names = Reflect.ownKeys(await keepTickShape()).map(String)
  expect(names).toEqual(expect.arrayContaining(['Symbol(async_id_symbol)', 'callback', 'args']))
})
