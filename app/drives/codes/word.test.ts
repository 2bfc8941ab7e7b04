import { describe, expect, test } from 'vitest'
import { deleteDrive } from '#app/drives/drive/manage.server.ts'
import { badTexts } from '#test/bad-input.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { codesOf, driveOfAccount, setWord } from './codes.server.ts'
import { codeRefusals, wordForm } from './word.ts'

const db = await testDatabase()
booksMustHold(() => db)
const by = { id: crypto.randomUUID(), address: '10.1.0.0/16' }
const choose = (drive: { mine: { ownerId: string; slug: string }; ownerId: string }, word: string | null) =>
  setWord(db, drive.mine, word, { ...by, id: drive.ownerId })
const refused = (words: { message?: string }) => ({ status: 422, field: 'word', message: words.message })
const wordOf = async (drive: { id: string }) => (await codesOf(db, drive.id)).word

describe('a word', () => {
  test('is shared once it is chosen, each that the drive had before leads there, and all is written down', async () => {
    const drive = await someDrive(db)
    const steps = ['HEAL', 'MAMA', 'HEAL', null, 'MAMA'] as const
    for (const word of steps) {
      await choose(drive, word)
      expect(await wordOf(drive)).toBe(word)
    }
    await choose(drive, 'MAMA')
    expect(await driveOfAccount(db, 'heal')).toMatchObject({ driveId: drive.id, isFormer: true })
    expect(await driveOfAccount(db, 'mama')).toMatchObject({ driveId: drive.id, isFormer: false })
    const lines = await db.selectFrom('audit_log').where('subject', '=', drive.id).selectAll().orderBy('id').execute()
    expect(lines.map(({ act, noun, before, after }) => [act, noun, before, after])).toEqual(
      steps.map((word, nr) => ['word chosen', 'code', { word: steps[nr - 1] ?? null }, { word }]),
    )
    expect(lines[0]).toMatchObject({ by: drive.ownerId, address: by.address })
  })

  test('that another drive has or had is refused, also when that drive was deleted [T504]', async () => {
    const [one, other] = [await someDrive(db), await someDrive(db)]
    await choose(one, 'FORMER')
    await choose(one, 'LIBRARY')
    for (const word of ['FORMER', 'LIBRARY', 'IIBRARY'])
      await expect(choose(other, word), word).rejects.toMatchObject(refused(codeRefusals.taken))
    await deleteDrive(db, one.mine)
    for (const word of ['FORMER', 'LIBRARY'])
      await expect(choose(other, word), word).rejects.toMatchObject(refused(codeRefusals.taken))
  })

  test.each(['HARVES', 'HARVESTT', 'HARVEZT', 'HAVREST', 'ARVEST'])(
    'a slip away from the word of another drive is refused: %s',
    async (word) => {
      const other = await someDrive(db)
      await choose(await someDrive(db), 'HARVEST').catch(() => {})
      const why = word.length > 7 ? codeRefusals.shape : codeRefusals.near
      await expect(choose(other, word)).rejects.toMatchObject(refused(why))
      expect(await wordOf(other)).toBe(null)
    },
  )

  test('of its own a drive may mend a slip, five words at most', async () => {
    const drive = await someDrive(db)
    for (const word of ['WATERA', 'WATERB', 'WATERC', 'WATERD', 'WATERE']) await choose(drive, word)
    await expect(choose(drive, 'WATERF')).rejects.toMatchObject(refused(codeRefusals.many))
    expect(await wordOf(drive)).toBe('WATERE')
    await choose(drive, 'WATERA')
    expect(await wordOf(drive)).toBe('WATERA')
  })

  test('that payers would take for ours, or that offends, is refused', async () => {
    const drive = await someDrive(db)
    for (const word of ['ADMIN', 'MPESA', 'HARAMBE', 'FUCKED'])
      await expect(choose(drive, word), word).rejects.toMatchObject(refused(codeRefusals.reserved))
  })

  test('is chosen by those who manage the drive', async () => {
    const [one, other] = [await someDrive(db), await someDrive(db)]
    const theirs = { ownerId: one.ownerId, mine: { ownerId: one.ownerId, slug: other.mine.slug } }
    await expect(choose(theirs, 'STOLEN')).rejects.toMatchObject({ status: 404 })
  })
})

test('of ten drives that want one word at once, or words that are near each other, one gets it [T505]', async () => {
  const drives = await Promise.all(Array.from({ length: 10 }, () => someDrive(db)))
  const all = await Promise.allSettled(drives.map((drive, nr) => choose(drive, nr % 2 ? 'SCHOOL' : 'SCHOOLS')))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a word is 4 to 7 letters, in whatever case it is typed; left empty there is none', () => {
  const read = (word: unknown) => wordForm.safeParse({ word }).data?.word
  expect([read(' heal '), read('Harvest'), read(''), read('  ')]).toEqual(['HEAL', 'HARVEST', null, null])
  for (const wrong of [
    'abc',
    'abcdefgh',
    'he al',
    'heal1',
    'mamá',
    'straße',
    'ſaſa',
    'heal\u0000',
    '💚💚💚💚',
    '\u202eheal',
  ])
    expect(wordForm.safeParse({ word: wrong }).success, wrong).toBe(false)
  expect(
    badTexts().filter((text) => read(text) === undefined || /^[A-Z]{4,7}$/.test(read(text) ?? 'NONE')).length,
  ).toBe(badTexts().length)
})
