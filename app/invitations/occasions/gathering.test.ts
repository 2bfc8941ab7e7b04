import nodeCrypto from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { inviteHelper, joinHelper } from '#app/invitations/helpers/members.server.ts'
import { testDatabase } from '#test/database.ts'
import { occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, granted } from '#test/money.ts'
import {
  deleteGathering,
  gatheringOfDrive,
  gatheringsOf,
  gatheringToRead,
  type HostedGathering,
  mayWatchGathering,
  saveSettings,
  setDrive,
  setGatheringStatus,
} from './gathering.server.ts'
import { makeGathering } from './make-gathering.server.ts'
import { addOccasion, cancelOccasion, occasionTyped, saveOccasion } from './occasion.server.ts'
import { occasionKindWords } from './occasion.ts'
import {
  cancelOccasionForm,
  driveForm,
  gatheringForm,
  gatheringStatusForm,
  occasionForm,
  settingsForm,
} from './occasion-forms.ts'

const db = await testDatabase()
const asked = { title: 'Ruracio', hosts: 'The family', kind: 'ruracio' }
const noAdmin = (id: string) => ({ id, isAdmin: false })

describe('a gathering', () => {
  test('alone is its owner’s; of a drive it is of those with the right to its guests; missing for all others', async () => {
    const [alone, drive, other] = [await someGathering(db), await someDrive(db), await somePerson(db)]
    const beside = await someGathering(db, {}, drive)
    for (const host of [alone, beside]) {
      const mine: HostedGathering | undefined = await gatheringToRead(db, noAdmin(host.personId), host.slug)
      expect(mine).toMatchObject({ id: host.id, managed: true })
      expect(await gatheringToRead(db, noAdmin(other.id), host.slug)).toBeUndefined()
      expect(await gatheringToRead(db, { id: other.id, isAdmin: true }, host.slug)).toMatchObject({ managed: false })
      expect(await mayWatchGathering(db, host.id, noAdmin(other.id))).toBe(false)
      expect(await mayWatchGathering(db, host.id, noAdmin(host.personId))).toBe(true)
      const theirs = { personId: other.id, slug: host.slug }
      await expect(setGatheringStatus(db, theirs, 'closed')).rejects.toMatchObject({ status: 404 })
      await expect(cancelOccasion(db, theirs, 1, 'x')).rejects.toMatchObject({ status: 404 })
    }
    expect(await gatheringOfDrive(db, drive.id)).toBe(beside.slug)
    await sql`delete from fund_drives where id = ${drive.id}`.execute(db)
    expect(await gatheringToRead(db, noAdmin(drive.ownerId), beside.slug)).toMatchObject({ drive: null, managed: true })
  })

  test('gets another address when the one that was drawn is taken', async () => {
    const made = []
    // The typings know its form with a callback alone.
    const drawn = vi.spyOn(nodeCrypto, 'randomInt') as unknown as { mockReturnValueOnce: (nr: number) => void }
    for (const nr of [46_656, 46_656, 46_657]) drawn.mockReturnValueOnce(nr)
    for (const { id } of [await somePerson(db), await somePerson(db)])
      made.push(await makeGathering(db, id, gatheringForm.parse({ ...asked, title: 'Two of one name' })))
    expect(made.map(({ slug }) => slug)).toEqual(['two-of-one-name-1000', 'two-of-one-name-1001'])
    vi.restoreAllMocks()
  })

  test('a form that is sent twice makes one, a drive has one, and there are five a day', async () => {
    const { id, ownerId } = await someDrive(db)
    const form = gatheringForm.parse({ ...asked, key: crypto.randomUUID() })
    const twice = await Promise.all([1, 2, 3].map(() => makeGathering(db, ownerId, form)))
    expect(new Set(twice.map(({ slug }) => slug)).size).toBe(1)
    const beside = await makeGathering(db, ownerId, gatheringForm.parse(asked), { id })
    expect(await makeGathering(db, ownerId, gatheringForm.parse(asked), { id })).toEqual(beside)
    for (let nr = 0; nr < 3; nr++) await makeGathering(db, ownerId, gatheringForm.parse(asked))
    await expect(makeGathering(db, ownerId, gatheringForm.parse(asked))).rejects.toThrow('five invitations')
    expect(await gatheringsOf(db, ownerId)).toHaveLength(5)
    const stranger = await somePerson(db)
    await expect(makeGathering(db, stranger.id, gatheringForm.parse(asked), { id })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('one that is deleted counts among the five of a day all the same', async () => {
    const { id } = await somePerson(db)
    for (let nr = 0; nr < 5; nr++) {
      const { slug } = await makeGathering(db, id, gatheringForm.parse(asked))
      await deleteGathering(db, { personId: id, slug })
    }
    await expect(makeGathering(db, id, gatheringForm.parse(asked))).rejects.toThrow('five invitations')
  })

  test('is not deleted once a message, a text or a report of it is there: what is counted and what guests said stay', async () => {
    const used: ((host: { id: string; guest: string }) => ReturnType<typeof sql>)[] = [
      ({ id }) => sql`insert into messages (gathering_id, kind) values (${id}, 'invitation')`,
      ({ guest }) => sql`update supporters set texted_at = now() where id = ${guest}`,
      ({ guest }) => sql`update supporters set sent_at = now() where id = ${guest}`,
      ({ id }) =>
        sql`insert into guest_reports (gathering_id, reason, network) values (${id}, 'stranger', '192.0.2.0')`,
    ]
    for (const use of used) {
      const host = await someGathering(db)
      const guest = await someGuest(db, host)
      await use({ id: host.id, guest: guest.id }).execute(db)
      await expect(deleteGathering(db, host.mine)).rejects.toThrow('know of this invitation')
      await setGatheringStatus(db, host.mine, 'closed')
    }
  })

  test.each(['of its drive', 'of its own'])(
    'a secretary %s looks after the guests, and does not close, delete or move it, nor cancel a day of it',
    async (of) => {
      const drive = of === 'of its drive' ? await someDrive(db) : undefined
      const host = await someGathering(db, {}, drive)
      const secretary = await somePerson(db)
      const link = await inviteHelper(db, drive?.mine ?? host.mine, 'Wambui', 'secretary')
      await joinHelper(db, { id: secretary.id, isConfirmed: true }, link)
      const theirs = { personId: secretary.id, slug: host.slug }
      expect(await gatheringToRead(db, noAdmin(secretary.id), host.slug)).toMatchObject({
        managed: true,
        runs: false,
        seesGifts: false,
      })
      await someGuest(db, { mine: theirs })
      for (const ends of [
        () => setGatheringStatus(db, theirs, 'closed'),
        () => deleteGathering(db, theirs),
        () => setDrive(db, theirs, ''),
        () => cancelOccasion(db, theirs, 1, 'It rains'),
      ])
        await expect(ends()).rejects.toMatchObject({ status: 404 })
      expect(await gatheringToRead(db, noAdmin(host.personId), host.slug)).toMatchObject({ status: 'open' })
      await setGatheringStatus(db, host.mine, 'closed')
    },
  )

  test('an invitation has one title: a new one on the card is that of its occasion, and the other way round', async () => {
    const { mine, slug, personId, id } = await someGathering(db, { name: 'Ruracio' })
    const named = async () => [
      (await gatheringToRead(db, noAdmin(personId), slug))!.title,
      ...(await db.selectFrom('occasions').where('gathering_id', '=', id).orderBy('no').select('name').execute()).map(
        ({ name }) => name,
      ),
    ]
    await saveSettings(db, mine, settingsForm.parse({ ...asked, title: 'Ruracio ya Wanjiku', version: '1' }))
    expect(await named()).toEqual(['Ruracio ya Wanjiku', 'Ruracio ya Wanjiku'])
    // What is open in another window still has the old one.
    const old = occasionForm.parse({ ...occasionTypedBy({ name: 'Ruracio' }), version: '1' })
    await expect(saveOccasion(db, mine, 1, old)).rejects.toThrow('another window')
    const again = occasionForm.parse({ ...occasionTypedBy({ name: 'Our day' }), version: '2' })
    // The host is told that guests are, and only where they are.
    expect(await saveOccasion(db, mine, 1, again)).toEqual({ isChanged: false })
    expect(await named()).toEqual(['Our day', 'Our day'])
    // An occasion that has a name of its own keeps it.
    await addOccasion(db, mine, occasionForm.parse(occasionTypedBy({ name: 'Wedding' })))
    await saveSettings(db, mine, settingsForm.parse({ ...asked, title: 'Two days', version: '3' }))
    expect(await named()).toEqual(['Two days', 'Two days', 'Wedding'])
  })

  test('an older version is refused, of the gathering and of an occasion', async () => {
    const { mine, slug, personId, id } = await someGathering(db)
    const settings = settingsForm.parse({ ...asked, title: 'Ruracio ya Wanjiku', version: '1' })
    await saveSettings(db, mine, settings)
    await expect(saveSettings(db, mine, settings)).rejects.toThrow('another window')
    expect(await gatheringToRead(db, noAdmin(personId), slug)).toMatchObject({ title: settings.title, version: 2 })
    const form = occasionForm.parse(occasionTypedBy({ time: '11:00', version: '1' }))
    expect(await saveOccasion(db, mine, 1, form)).toEqual({ isChanged: true })
    await expect(saveOccasion(db, mine, 1, form)).rejects.toThrow('another window')
    expect(await occasionTyped(db, id, 1)).toMatchObject({ version: 2, typed: { time: '11:00' } })
    const changes = await db.selectFrom('occasion_changes').selectAll().execute()
    expect(changes).toMatchObject([{ version: 2, was: { starts: expect.stringContaining('T10:00') } }])
  })

  test('it goes beside a drive of one’s own that has none, closes and opens, and is deleted until someone answered', async () => {
    const host = await someGathering(db)
    const [own, foreign] = [await someDrive(db, { ownerId: host.personId }), await someDrive(db)]
    await setDrive(db, host.mine, driveForm.parse({ drive: own.slug }).drive)
    expect(await gatheringOfDrive(db, own.id)).toBe(host.slug)
    await expect(setDrive(db, host.mine, foreign.slug)).rejects.toMatchObject({ field: 'drive' })
    const second = await someGathering(db, {}, undefined)
    await expect(setDrive(db, { ...second.mine, personId: second.personId }, own.slug)).rejects.toMatchObject({
      field: 'drive',
    })
    await setGatheringStatus(db, host.mine, gatheringStatusForm.parse({ status: 'closed' }).status)
    const { link } = await someGuest(db, host)
    await expect(answer(db, link, { no: 1, reply: 'no', adults: 0, children: 0 })).rejects.toThrow('no longer taken')
    await setGatheringStatus(db, host.mine, 'open')
    await answer(db, link, { no: 1, reply: 'no', adults: 0, children: 0 })
    await expect(deleteGathering(db, host.mine)).rejects.toThrow('know of this invitation')
    await deleteGathering(db, second.mine)
    expect(await gatheringToRead(db, noAdmin(second.personId), second.slug)).toBeUndefined()
  })

  test('that is opened again counts among the fifty that may be open, however many are at once', async () => {
    const host = await someGathering(db)
    await setGatheringStatus(db, host.mine, 'closed')
    const others = Array.from({ length: 49 }, (_, nr) => ({
      user_id: host.personId,
      slug: `many-${nr}-${host.slug}`,
      title: 'One of many',
      hosts: 'The family',
    }))
    await db.insertInto('gatherings').values(others).execute()
    const closed = await db
      .insertInto('gatherings')
      .values({ ...others[0]!, slug: `closed-${host.slug}`, status: 'closed' })
      .returning('slug')
      .executeTakeFirstOrThrow()
    const tried = await atOnce(2, (nr) =>
      setGatheringStatus(db, nr === 0 ? host.mine : { ...host.mine, slug: closed.slug }, 'open'),
    )
    expect(granted(tried)).toHaveLength(1)
    const { many } = await db
      .selectFrom('gatherings')
      .where('user_id', '=', host.personId)
      .where('status', '=', 'open')
      .select(sql<number>`count(*)::int`.as('many'))
      .executeTakeFirstOrThrow()
    expect(many).toBe(50)
  })
})

describe('what is typed wrong of an occasion is said at its field', () => {
  const wrong: [string, Record<string, string>][] = [
    ['name', { name: '   ' }],
    ['kind', { kind: 'party' }],
    ['zone', { zone: 'Mars/Base' }],
    ['day', { day: '2026-02-29' }],
    ['day', { day: '9999-01-01' }],
    ['day', { time: '25:00' }],
    ['endDay', { endDay: '2026-12-01', endTime: '09:00', day: '2026-12-01' }],
    ['endDay', { endDay: '2099-12-01', endTime: '09:00' }],
    ['lat', { lat: '91', lng: '0' }],
    ['lat', { lat: '0', lng: '181' }],
    ['lat', { lat: '1' }],
    ['map', { map: 'javascript:alert(1)' }],
    ['map', { map: 'https://192.168.1.1/x' }],
    ['map', { map: 'https://127.0.0.1/map' }],
    ['map', { map: 'https://printer.local/' }],
    ['stream', { stream: 'http://stream.example/' }],
    ['stream', { stream: 'https://router.local/' }],
    ['capacity', { capacity: '0' }],
    ['capacity', { capacity: '-1' }],
    ['capacity', { capacity: '1e3' }],
    ['capacity', { capacity: '٣' }],
    ['capacity', { capacity: '100001' }],
    ['partyMost', { partyMost: '21' }],
    ['plusOnes', { plusOnes: '6' }],
    ['place', { place: 'x'.repeat(161) }],
    ['untilDay', { untilDay: '2031-01-01', untilTime: '10:00' }],
  ]
  test.each(wrong)('%s: %o', (field, typed) => {
    const read = occasionForm.safeParse(occasionTypedBy(typed))
    expect(read.error?.issues.map(({ path }) => path[0])).toEqual([field])
  })

  test('a time that the clocks skip is moved and said so; names lose what turns text around', () => {
    const skipped = { zone: 'Europe/London', day: '2027-03-28', time: '01:30', name: 'Ru\u202eracio\u0000' }
    const read = occasionForm.parse(occasionTypedBy(skipped))
    expect(read).toMatchObject({ startsLocal: '2027-03-28T02:30', moved: true, name: 'Ruracio' })
  })

  test('why it was cancelled has to be said, and every kind has words', () => {
    expect(cancelOccasionForm.safeParse({ why: ' ' }).success).toBe(false)
    expect(Object.keys(occasionKindWords)).toHaveLength(10)
  })

  test('the database refuses a zone that it does not know', async () => {
    const { id } = await someGathering(db)
    const asIf = { ...occasionForm.parse(occasionTypedBy()), zone: 'Mars/Base' }
    await expect(
      db
        .insertInto('occasions')
        .values({ gathering_id: id, no: 2, kind: 'other', name: 'x', zone: asIf.zone, starts_local: asIf.startsLocal })
        .execute(),
    ).rejects.toMatchObject({ code: '22023' })
  })
})
