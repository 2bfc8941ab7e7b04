import { beforeEach, describe, expect, test, vi } from 'vitest'
import { claimDraft, draftOf, dropDraft, keepDraft } from './draft.ts'

const store = () => {
  const items = new Map<string, string>()
  return new Proxy({} as Storage, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (_, key) => ({ enumerable: true, configurable: true, value: items.get(String(key)) }),
    get: (_, name) =>
      ({
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => void items.set(key, value),
        removeItem: (key: string) => void items.delete(key),
      })[String(name)],
  })
}
const tabs = { first: store(), second: store() }
const inTab = (name: keyof typeof tabs) => vi.stubGlobal('sessionStorage', tabs[name])
const at = Date.UTC(2026, 10, 20)
const minute = 60_000

beforeEach(() => {
  vi.stubGlobal('localStorage', store())
  inTab('first')
})

describe('a draft', () => {
  test('comes back to its own tab, and goes when it is dropped', () => {
    keepDraft('d', { html: '<p>a</p>', version: 2, at })
    expect(draftOf('d', at)).toMatchObject({ html: '<p>a</p>', version: 2, at })
    expect(draftOf('other', at)).toBeUndefined()
    dropDraft('d')
    expect(draftOf('d', at)).toBeUndefined()
  })

  test('that another tab is writing is left to it, until that tab has gone or fallen silent', () => {
    keepDraft('d', { html: 'first', version: 1, at })
    inTab('second')
    expect(draftOf('d', at + minute)).toBeUndefined()
    expect(draftOf('d', at + 2 * minute)?.html).toBe('first')
    inTab('first')
    claimDraft('d', at + 2 * minute)
    inTab('second')
    expect(draftOf('d', at + 2 * minute)).toBeUndefined()
    inTab('first')
    claimDraft('d', 0)
    inTab('second')
    expect(draftOf('d', at + 2 * minute)?.html).toBe('first')
  })

  test('of one tab does not write over that of another', () => {
    keepDraft('d', { html: 'first', version: 1, at })
    inTab('second')
    keepDraft('d', { html: 'second', version: 1, at })
    expect(draftOf('d', at)?.html).toBe('second')
    inTab('first')
    expect(draftOf('d', at)?.html).toBe('first')
  })

  test('is forgotten after a month, and whatever else is under its name is none', () => {
    keepDraft('d', { html: 'old', version: 1, at })
    expect(draftOf('d', at + 31 * 24 * 60 * minute)).toBeUndefined()
    localStorage.setItem('harambee-description-e-x', 'not ours')
    expect(draftOf('e', at)).toBeUndefined()
  })

  test('costs nothing in a browser that keeps nothing', () => {
    vi.stubGlobal('localStorage', undefined)
    keepDraft('d', { html: 'a', version: 1, at })
    expect(draftOf('d', at)).toBeUndefined()
  })
})
