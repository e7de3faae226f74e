import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LinkedList, type Place } from '../../src/platform/linked-list.ts'
import { burden, leftBehind } from '../support/left-behind.ts'

const steps = fc.array(fc.oneof(fc.constant('add' as const), fc.nat({ max: 20 })), { maxLength: 60 })

it('a linked list has what was added and not removed, in that order', () => {
  fc.assert(
    fc.property(steps, (given) => {
      const list = new LinkedList<number>()
      const places: Place<number>[] = []
      let model: number[] = []
      for (const step of given) {
        if (step === 'add') {
          model.push(places.length)
          places.push(list.add(places.length))
        } else {
          const place = places[step]
          if (place) list.remove(place)
          model = model.filter((value) => value !== place?.value)
        }
        expect(list.size).toBe(model.length)
        expect(list.first?.value).toBe(model[0])
      }
      const left: number[] = []
      for (let place = list.first; place; place = list.first) {
        left.push(place.value)
        list.remove(place)
      }
      expect(left).toEqual(model)
    }),
  )
})

it('keeps nothing of what was removed', async () => {
  const list = new LinkedList<number[]>()
  const places: Place<number[]>[] = []
  const call = () => {
    places.push(list.add(burden()))
    const oldest = places.length > 2 ? places.shift() : undefined
    if (oldest) list.remove(oldest)
  }
  // Each tenth call finds two in it.
  expect(await leftBehind(call)).toBeLessThan(0.5)
})
