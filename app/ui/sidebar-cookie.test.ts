import { expect, test } from 'vitest'
import { rememberSidebar, sidebarIsOpen } from './sidebar-cookie.ts'

test('a sidebar is wide until a person narrows it', () => {
  expect(sidebarIsOpen(null)).toBe(true)
  expect(sidebarIsOpen('language=sw; sidebar=closed')).toBe(false)
  expect(sidebarIsOpen('sidebar=open; language=sw')).toBe(true)
  expect(sidebarIsOpen('not-the-sidebar=closed; xsidebar=closed')).toBe(true)
})

test('what it is like is remembered for seven days [T274]', () => {
  expect(rememberSidebar(false)).toBe('sidebar=closed; Path=/; Max-Age=604800; SameSite=Lax')
  expect(sidebarIsOpen(rememberSidebar(false))).toBe(false)
})
