import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sweepPictures } from '#app/base/pictures/picture.server.ts'
import { testDatabase } from '#test/database.ts'
import { effortOf } from '#test/effort.ts'
import { someDrive } from '#test/make.ts'
import { timePasses } from '#test/time.ts'
import { ownDrive } from './drive.server.ts'
import { descriptionMax } from './drive.ts'
import { descriptionForm } from './drive-forms.ts'
import { driveTexts } from './drive-texts.ts'
import { updateDescription } from './manage.server.ts'
import { shownDescription } from './rich-text.server.ts'

const db = await testDatabase()

async function somePicture(ownerId: string) {
  const url = `/media/drives/${randomBytes(16).toString('hex')}-800.jpg`
  const row = { url, user_id: ownerId, width: 800, height: 600, colour: '#aabbcc' }
  const files = [{ key: url.slice(7), bytes: 1, sha256: '0' }]
  await db
    .insertInto('pictures')
    .values({ ...row, files: JSON.stringify(files) })
    .execute()
  return url
}
type Made = Awaited<ReturnType<typeof someDrive>>
const save = ({ mine }: Made, description: string | null, version = 1) =>
  updateDescription(db, mine, { version, description })
const stored = async ({ ownerId, slug }: Made) => (await ownDrive(db, ownerId, slug))?.description

describe('saving a description', () => {
  test('keeps what is allowed, no matter who calls [T119]', async () => {
    const drive = await someDrive(db)
    await save(drive, '<h1 onclick="x()">Plan</h1><script>x()</script><p style="x">Karibu</p>')
    expect(await stored(drive)).toBe('<h1>Plan</h1><p>Karibu</p>')
  })

  test('of nothing that can be seen keeps nothing', async () => {
    const drive = await someDrive(db)
    await save(drive, '<p> </p><script>x</script>')
    expect(await stored(drive)).toBeNull()
  })

  test('has a bound that counts what is kept, not what was sent', async () => {
    const drive = await someDrive(db)
    const full = `<p>${'é'.repeat(descriptionMax - 7)}</p>`
    await save(drive, `<script>${'x'.repeat(200_000)}</script>${full}`)
    expect(await stored(drive)).toBe(full)
    await expect(save(drive, `${full}!`, 2)).rejects.toMatchObject({
      says: { title: driveTexts.descriptionLong },
      status: 422,
    })
  })

  test('of tags within tags within tags, or of a hundred thousands of signs too many, is refused at once', async () => {
    const drive = await someDrive(db)
    const tangles = ['<ul><li>', '<ul><li></b>', '<b>', '<div>x', '<UL\n><LI/>', '<a href=x><p>', '<']
    for (const one of tangles) {
      const refused = () =>
        expect(save(drive, one.repeat(1_400_000 / one.length))).rejects.toMatchObject({ status: 422 })
      expect(await effortOf(refused), one).toBeLessThan(2000)
    }
    // What people write is beside each other, however much of it there is.
    await save(drive, '<ul><li>Maji</li></ul><p>Chakula<br>na<img src="https://a.example/x.png"></p>'.repeat(1000))
    expect(await stored(drive)).toContain('Chakula')
  })

  test('refuses a picture of another person, and one that is gone', async () => {
    const drive = await someDrive(db)
    const [own, foreign] = [await somePicture(drive.ownerId), await somePicture((await someDrive(db)).ownerId)]
    const gone = `/media/drives/${'0'.repeat(32)}-800.jpg`
    for (const url of [foreign, gone])
      await expect(save(drive, `<img src="${own}"><img src="${url}">`)).rejects.toMatchObject({
        says: { title: driveTexts.pictureGone },
        field: 'description',
      })
    expect(await stored(drive)).toBeNull()
    await save(drive, `<img src="${own}" alt="Mama">`)
    expect(await stored(drive)).toBe(`<img src="${own}" alt="Mama" />`)
  })

  test('leaves a picture that it no longer shows until it is a day old', async () => {
    const drive = await someDrive(db)
    const url = await somePicture(drive.ownerId)
    await save(drive, `<img src="${url}">`)
    await save(drive, '<p>a</p>', 2)
    await save(drive, `<img src="${url}">`, 3)
    await timePasses('2 days')
    const there = () => db.selectFrom('pictures').where('url', '=', url).select('url').executeTakeFirst()
    await sweepPictures(db)
    expect(await there()).toBeDefined()
    await save(drive, null, 4)
    await sweepPictures(db)
    expect(await there()).toBeUndefined()
  })

  test('over another window’s text needs its version', async () => {
    const drive = await someDrive(db)
    await save(drive, '<p>one</p>')
    await expect(save(drive, '<p>two</p>')).rejects.toMatchObject({ says: driveTexts.stale })
    const over = descriptionForm.parse({ version: '1', over: '2', description: '<p>two</p>' })
    await updateDescription(db, drive.mine, over)
    expect(await stored(drive)).toBe('<p>two</p>')
  })

  test('typed without an editor is paragraphs', () => {
    const typed = { version: '1', format: 'text', description: 'Karibu <b>sana</b>\r\n\r\nAsante' }
    expect(descriptionForm.parse(typed).description).toBe('<p>Karibu &lt;b&gt;sana&lt;/b&gt;</p><p>Asante</p>')
  })
})

describe('a description on its way out', () => {
  test('is cleaned once more, so that what an older version let in is harmless', async () => {
    const shown = await shownDescription(db, '<p onclick="x()">a</p><img src=x onerror=x()><script>x()</script>')
    expect(shown).toEqual({ safe: '<p>a</p>' })
    expect(await shownDescription(db, '<script>x()</script>')).toBeNull()
    expect(await shownDescription(db, null)).toBeNull()
  })

  test('has headings below the page’s own, and never skips a level', async () => {
    const shown = await shownDescription(db, '<h3>a</h3><h1>b</h1><h3>c</h3><h2>d</h2><h3>e</h3>')
    expect(shown?.safe).toBe(
      '<h2 class="rich-h3">a</h2><h2 class="rich-h1">b</h2><h3 class="rich-h3">c</h3><h3 class="rich-h2">d</h3><h4 class="rich-h3">e</h4>',
    )
  })

  test('brings our own pictures in their sizes, others as they are', async () => {
    const { ownerId } = await someDrive(db)
    const url = await somePicture(ownerId)
    const shown = await shownDescription(db, `<img src="${url}" alt="Mama"><img src="https://x.org/a.jpg" alt="">`)
    expect(shown?.safe).toContain('<picture><source type="image/avif" srcset="')
    expect(shown?.safe).toMatch(
      /<img src="[^"]+-800.jpg" srcset="[^"]+-320.jpg 320w, [^"]+" sizes="[^"]+" alt="Mama" width="800" height="600" loading="lazy"/,
    )
    expect(shown?.safe).toContain('')
  })

  test('leaves out a picture of ours that is gone', async () => {
    expect(await shownDescription(db, `<p>a</p><img src="/media/drives/${'0'.repeat(32)}-9.jpg" alt="x">`)).toEqual({
      safe: '<p>a</p>',
    })
  })
})
