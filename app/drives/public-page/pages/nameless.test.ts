import { expect, test } from 'vitest'
import { enterRecorded } from '#app/group/recorded-gifts/recorded.server.ts'
import { dayAt } from '#app/kit/time.ts'
import { openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { gift } from '#test/money.ts'
import { somePledge } from '#test/pledges.ts'

// A giver without a name: who asked for that is anonymous. Of others nobody has said who they are, and nothing says that they asked.

const db = await testDatabase()
const { get } = openForms()

async function drive() {
  const owner = await somePerson(db)
  const cookie = (await signedIn(owner)).headers.get('cookie')!
  return { ...(await someDrive(db, { ownerId: owner.id })), cookie }
}
type Drive = Awaited<ReturnType<typeof drive>>
const pages = ({ slug }: Drive) => ({
  seen: [`/fundraiser/${slug}`, `/fundraiser/${slug}?tab=donations`],
  own: [`/fund-drive/${slug}/donations`, `/fund-drive/${slug}/donations.csv`, `/fund-drive/${slug}/statement`],
})
const recorded = ({ id: driveId, ownerId: by }: Drive, anonymous: boolean) =>
  db.transaction().execute((tx) =>
    enterRecorded(tx, {
      driveId,
      by,
      clientKey: crypto.randomUUID(),
      amount: 5000,
      name: '',
      method: 'cash',
      code: null,
      phone: null,
      note: null,
      anonymous,
      givenOn: dayAt(new Date()),
    }),
  )
async function saysOf({ cookie }: Drive, addresses: string[]) {
  const texts: string[] = []
  for (const address of addresses) texts.push((await get(address, cookie)).text)
  return texts.map((text) => ['Anonymous', 'A supporter', /no name given/i].map((words) => text.search(words) >= 0))
}
const only = { anonymous: [true, false, false], seen: [false, true, false], own: [false, false, true] }

test('a gift without a name is not called anonymous, and one that is anonymous is', async () => {
  const [plain, anonymous] = [await drive(), await drive()]
  await gift(db, plain.id, 10_000, { donorName: '' })
  await gift(db, anonymous.id, 10_000, { donorName: 'Secret', anonymous: true })
  expect(await saysOf(plain, pages(plain).seen)).toEqual([only.seen, only.seen])
  expect(await saysOf(plain, pages(plain).own)).toEqual([only.own, only.own, only.own])
  expect(await saysOf(anonymous, pages(anonymous).seen)).toEqual([only.anonymous, only.anonymous])
  expect(await saysOf(anonymous, pages(anonymous).own)).toEqual([only.anonymous, only.anonymous, only.anonymous])
})

test('the same of recorded gifts, as visitors see them', async () => {
  const [plain, anonymous] = [await drive(), await drive()]
  await recorded(plain, false)
  await recorded(anonymous, true)
  expect(await saysOf(plain, [`/fundraiser/${plain.slug}/recorded`])).toEqual([only.seen])
  expect(await saysOf(anonymous, [`/fundraiser/${anonymous.slug}/recorded`])).toEqual([only.anonymous])
})

test('a pledge whose giver was forgotten has no name; one that was promised anonymously is anonymous', async () => {
  const [plain, anonymous] = [await drive(), await drive()]
  const { id } = await somePledge(db, plain)
  await db.updateTable('pledges').set({ name: '', phone: null }).where('id', '=', id).execute()
  await somePledge(db, anonymous, { anonymous: true, name: '' })
  expect(await saysOf(plain, [`/fund-drive/${plain.slug}/pledges?release=${id}`])).toEqual([only.own])
  expect(await saysOf(anonymous, [`/fund-drive/${anonymous.slug}/pledges`])).toEqual([only.anonymous])
})
