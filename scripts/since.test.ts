import { expect, test } from 'vitest'
import { chosenFor } from './since.ts'

const journeys = { 'e2e/donate.test.ts': ['app/routes/give.tsx'], 'e2e/visit.test.ts': ['app/routes/visit.tsx'] }
const needs = (route: string) => new Set([route, route.replace('routes', 'kit')])

test('a change chooses the journeys that visit what needs it, and those that were never recorded', () => {
  const { all, journeys: chosen, products } = chosenFor(['app/kit/give.tsx', 'docs/develop/api.md'], journeys, needs)
  expect([all, products]).toEqual([false, false])
  expect(chosen).toContain('e2e/donate.test.ts')
  expect(chosen).not.toContain('e2e/visit.test.ts')
  expect(chosen).toContain('e2e/harambee.test.ts')
})

test('what no page imports, such as a job, chooses all journeys', () => {
  expect(chosenFor(['app/jobs.server.ts'], journeys, needs).journeys).toContain('e2e/visit.test.ts')
})

test('a change of the server runs the tests of products; one of a migration, the lock file or set-up runs all', () => {
  expect(chosenFor(['server.ts'], journeys, needs)).toMatchObject({ all: false, products: true })
  for (const file of ['package-lock.json', 'db/migrations/0001-start.sql', 'test/set-up.ts', 'e2e/visitor.ts'])
    expect(chosenFor([file], journeys, needs)).toMatchObject({ all: true, products: true })
  expect(chosenFor(['test/mutations.test.ts'], journeys, needs)).toMatchObject({ all: false })
})
