import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { postUpdate } from '#app/drives/updates/updates.server.ts'
import { setSignatures } from '#app/money/payouts/changes.server.ts'
import { completeByHand } from '#app/money/payouts/decide.server.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { booksMustHold, fundedDrive } from '#test/money.ts'
import { setRows } from '#test/rows.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { wholeApp } from '#test/whole-app.ts'

// Above the tabs the page of a drive says what became of its money.

const db = await testDatabase()
const app = wholeApp({ drawn: true })
booksMustHold(() => db)

const block = (html: string) => /<ul data-part="account".*?<\/ul>/s.exec(html)?.[0] ?? ''

test('the block of a drive that has all of it, with long names and words, is at most 1.5 kB without a script [T1699]', async () => {
  const drive = await fundedDrive(db, [9_000_000_00])
  const page = (language: string) =>
    app.ask(`/fundraiser/${drive.slug}`, { headers: { cookie: `language=${language}`, 'accept-language': language } })
  expect(block((await page('en')).text)).toBe('')
  await completeByHand(db, (await drive.ask(1_000_000)).id, { by: (await somePerson(db, { admin: true })).id })
  for (let nr = 1; nr <= 4; nr++) {
    const { id, helper } = await someTreasurer(db, drive)
    await setRows('profiles', { user_id: id }, { full_name: `Wanjiku ${'Nyambura '.repeat(4)}wa Kamau ${nr}` })
    await setRows('drive_helpers', { id: helper }, { named: true })
  }
  await setSignatures(db, { ownerId: drive.ownerId, slug: drive.slug }, 3)
  const words = 'Ṣé ẹ̀yin ò rí i pé òrùlé náà ti wà lórí ilé? '.repeat(40).trim()
  await postUpdate(
    db,
    { driveId: drive.id, personId: drive.ownerId },
    { key: randomUUID(), words, photos: [], whole: null },
  )
  await setSignatures(db, { ownerId: drive.ownerId, slug: drive.slug }, 2)
  const drawn = [block((await page('en')).text), block((await page('sw')).text)]
  expect(drawn[0]).not.toBe(drawn[1])
  for (const html of drawn) {
    expect(html.match(/<li/g)).toHaveLength(3)
    expect(html.match(/<a /g)).toHaveLength(3)
    expect(html).not.toMatch(/<script|<style|<svg| on[a-z]+=/)
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(1_500)
  }
})
