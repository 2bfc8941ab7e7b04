import { expect, test } from 'vitest'
import { secure } from './headers.server.ts'

const namesOf = (type: string) => [
  ...secure(new Headers({ 'content-type': type }), { https: false, development: false }).keys(),
]

test('what a window shows is told what it may do; a part of a page, of which there are many, only what it needs', () => {
  const forWindows = ['cross-origin-opener-policy', 'permissions-policy', 'referrer-policy']
  for (const type of ['text/html; charset=utf-8', 'image/svg+xml', 'application/json', 'text/plain', 'application/pdf'])
    expect(namesOf(type), type).toEqual(expect.arrayContaining(forWindows))
  for (const type of ['text/javascript; charset=utf-8', 'text/css; charset=utf-8', 'font/woff2'])
    expect(namesOf(type), type).toEqual([
      'content-security-policy',
      'content-type',
      'cross-origin-resource-policy',
      'x-content-type-options',
    ])
})
