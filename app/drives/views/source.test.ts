import { expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { chartsOf, trackView } from './view.server.ts'
import { sourceOf, type ViewSource } from './view.ts'

const db = await testDatabase()
const own = 'https://harambee.example'

test.each<[via: string | null, from: string | undefined, source: ViewSource | undefined]>([
  ['whatsapp', '', 'whatsapp'],
  ['poster', '', 'qr'],
  ['x', 'https://l.facebook.com/l.php?u=1', 'x'],
  ['copy', '', 'link'],
  ['native', undefined, 'link'],
  ['copy', 'android-app://com.whatsapp/', 'whatsapp'],
  ['constructor', '', 'direct'],
  ...(['whatsapp', 'facebook', 'x', 'instagram', 'email'] as const).map(
    (one) => [one, '', one] as [string, string, ViewSource],
  ),
  ['"><script>', 'https://t.co/abc', 'x'],
  [null, 'android-app://com.whatsapp/', 'whatsapp'],
  [null, 'https://lm.facebook.com/', 'facebook'],
  [null, 'https://mail.google.com/mail/u/0/', 'email'],
  [null, 'android-app://com.google.android.gm', 'email'],
  [null, 'https://notfacebook.com/', 'other'],
  [null, `${own}/dashboard`, 'direct'],
  [null, 'no address', 'direct'],
  [null, undefined, undefined],
  ['qr', undefined, 'qr'],
])('a visitor with the mark %s who came from %s counts as %s', (via, from, source) => {
  expect(sourceOf({ via, from, own })).toBe(source)
})

test('what a view came from is kept with it, and counted for the owner', async () => {
  const { id } = await someDrive(db)
  const look = (nr: number, source?: ViewSource) =>
    trackView(db, id, {
      visitor: `v${nr}`,
      address: `10.1.${nr}.1`,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
      source,
    })
  for (const [nr, source] of (['whatsapp', 'whatsapp', 'qr', undefined] as const).entries()) await look(nr, source)
  expect((await chartsOf(db, id)).sources).toEqual([
    { name: 'whatsapp', views: 2 },
    { name: 'qr', views: 1 },
  ])
})
