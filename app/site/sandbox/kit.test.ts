import { afterEach, expect, test } from 'vitest'
import { settings } from '#app/platform/settings/settings.server.ts'
import { loader } from './kit.tsx'

const asked = () => loader({ request: new Request('http://localhost/sandbox/kit') } as never)
const strict = settings.strict
afterEach(() => {
  settings.strict = strict
})

test('the kit is shown where the pretend world is, and not where real people come [T415]', () => {
  expect(asked()).toEqual({ sidebarOpen: true })
  settings.strict = true
  expect(asked).toThrow(expect.objectContaining({ status: 404 }))
})
