import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isTheme, nextTheme, themeKey, themeScript } from './themes.ts'

const wears = (kept: string | null, dataset: Record<string, string> = {}) => {
  const documentElement = { dataset }
  runInNewContext(themeScript, {
    localStorage: { getItem: (key: string) => (key === themeKey ? kept : null) },
    document: { documentElement },
  })
  return documentElement.dataset.theme
}

test('the toggle goes light, dark, system, light [T28]', () => {
  expect(nextTheme('light')).toBe('dark')
  expect(nextTheme('dark')).toBe('system')
  expect(nextTheme('system')).toBe('light')
})

test('the choice is kept under ui-theme, and only the three are choices [T30]', () => {
  expect(themeKey).toBe('ui-theme')
  expect(['light', 'dark', 'system', 'blue', null].map(isTheme)).toEqual([true, true, true, false, false])
})

test('before the first paint a choice is worn; system, nothing and nonsense leave it to the device [T31]', () => {
  expect([wears('dark'), wears('light')]).toEqual(['dark', 'light'])
  expect([wears('system'), wears(null), wears('"><script>')]).toEqual([undefined, undefined, undefined])
})

test('a page that comes alive is told that a script runs; a static one wears the choice and is not', () => {
  const [alive, quiet] = [{}, { static: '' }]
  expect([wears('dark', alive), wears('dark', quiet)]).toEqual(['dark', 'dark'])
  expect([alive, quiet]).toEqual([
    { script: '', theme: 'dark' },
    { static: '', theme: 'dark' },
  ])
})

test('a browser that keeps nothing for us does not stop the page', () => {
  expect(() => runInNewContext(themeScript, {})).not.toThrow()
})
