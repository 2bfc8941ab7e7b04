import { expect, test } from 'vitest'
import { routeAt } from './use-form-action.tsx'

const routes = Object.fromEntries(
  [
    { id: 'root', path: '' },
    { id: 'landing', parentId: 'root' },
    { id: 'sign-up', parentId: 'root', path: 'auth/sign-up' },
    { id: 'layout', parentId: 'root' },
    { id: 'settings', parentId: 'layout', path: 'settings' },
    { id: 'like', parentId: 'root', path: 'fundraiser/:slug/like' },
    { id: 'any', parentId: 'root', path: ':page/sign-up' },
    { id: 'delete', parentId: 'settings', path: 'delete-account' },
  ].map((route) => [route.id, { module: `/assets/${route.id}.js`, ...route }]),
)

test('a form action is found by its address, however deep it stands', () => {
  expect(routeAt('/auth/sign-up', routes)?.id).toBe('sign-up')
  expect(routeAt('/settings/delete-account/', routes)?.id).toBe('delete')
  expect(routeAt('/fundraiser/heal-mama/like', routes)?.id).toBe('like')
  expect(routeAt('/nowhere', routes)).toBeUndefined()
})
