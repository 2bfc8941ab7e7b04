import { describe, expect, test } from 'vitest'
import { arrowOf, arrows, isPossible, openStates, type PayoutState, type StepKind } from './states.ts'

describe('the states of a withdrawal', () => {
  test('one that was completed may only come back, and one that was rejected stays so', () => {
    const from = (state: PayoutState) =>
      arrows.filter((one) => one.from === state).map(({ step, by }) => `${step} ${by}`)
    expect(from('completed')).toEqual(['returned provider'])
    expect(from('rejected')).toEqual([])
  })

  test('an owner only asks and cancels; what has arrived is said by the provider, or by who sent it by hand', () => {
    const by = (who: string) => new Set(arrows.filter((one) => one.by === who).map(({ step }) => step))
    expect(by('owner')).toEqual(new Set(['requested', 'cancelled']))
    expect(by('administrator')).toEqual(new Set(['rejected', 'approved', 'completed', 'unsigned']))
    expect(by('treasurer')).toEqual(new Set(['signed', 'refused']))
    expect(by('clock')).toEqual(new Set(['lapsed']))
    expect(by('provider')).toEqual(new Set(['sent', 'completed', 'put_back', 'returned']))
  })

  test('each step has one answer to when its owner is told', () => {
    for (const step of new Set(arrows.map((one) => one.step)))
      expect(new Set(arrows.filter((one) => one.step === step).map(({ told }) => told)).size, step).toBe(1)
  })

  test('every state is reached, and a step that is in no row is refused', () => {
    expect(new Set(arrows.map(({ to }) => to))).toEqual(new Set([...openStates, 'completed', 'rejected']))
    const steps: StepKind[] = ['cancelled', 'rejected', 'approved', 'put_back']
    for (const step of steps) expect(isPossible({ step, from: 'completed', by: 'administrator' })).toBe(false)
    expect(() => arrowOf({ step: 'cancelled', from: 'approved', by: 'owner' })).toThrow(/is never cancelled/)
  })
})
