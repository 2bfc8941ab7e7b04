import { expect, test } from 'vitest'
import { badAddresses } from '#test/bad-places.ts'
import { isPublicHost, linkAddress, meantLink, pictureAddress } from './web-address.ts'

test.each([
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  [' example.org ', 'https://example.org'],
  ['www.example.org/give?x=1', 'https://www.example.org/give?x=1'],
  ['example.org:8080/a', undefined],
  ['mama@example.org', 'mailto:mama@example.org'],
  ['mailto:mama@example.org', 'mailto:mama@example.org'],
  ['javascript:alert(1)', undefined],
  ['JavaScript:alert(1)//.org', undefined],
  ['ftp://example.org', undefined],
  ['tel:+254700000000', undefined],
  ['/settings', undefined],
  ['mama', undefined],
  ['', undefined],
])('%j means %j', (typed, meant) => {
  expect(meantLink(typed)).toBe(meant)
})

test('a link says where it leads with all of it', () => {
  expect(linkAddress('example.org')).toBeUndefined()
  expect(linkAddress('https://somebody:secret@example.org')).toBeUndefined()
})

test('a picture is one of ours, or is elsewhere behind https', () => {
  const own = `/media/drives/${'0'.repeat(32)}-800.jpg`
  expect(pictureAddress(own)).toBe(own)
  expect(pictureAddress('https://example.org/a.jpg')).toBe('https://example.org/a.jpg')
  for (const not of ['http://example.org/a.jpg', 'data:image/png;base64,AA', 'blob:https://x', '/media/x.jpg', 'a.jpg'])
    expect(pictureAddress(not)).toBeUndefined()
})

test('a picture stands where everybody can reach it, or nobody’s browser is made to ask', () => {
  for (const address of badAddresses())
    expect([address, pictureAddress(address)?.startsWith('https://a.example') ?? true]).toEqual([address, true])
  for (const host of [
    'a.example',
    'a_b.cdn.example',
    'xn--mnchen-3ya.example',
    'a.xn--p1ai',
    '10.example',
    'lan.example',
  ])
    expect([host, isPublicHost(host)]).toEqual([host, true])
  for (const host of ['', 'lan', '127.0.0.1', '[::1]', 'a.lan', 'a.local', 'localhost.', 'a..b', '.b', 'a.b.', 'a.1'])
    expect([host, isPublicHost(host)]).toEqual([host, false])
})
