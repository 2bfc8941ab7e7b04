import { sql } from 'kysely'
import { addGuest, answerShared } from '#app/features/guests/add.server.ts'
import { answer } from '#app/features/guests/answer.server.ts'
import { keepGuestPaste } from '#app/features/guests/guest-paste.server.ts'
import { setSeats } from '#app/features/guests/host.server.ts'
import { enterGuests } from '#app/features/guests/import.server.ts'
import { enterForm } from '#app/features/guests/import-forms.ts'
import { readGuests } from '#app/features/guests/read-guests.ts'
import type { Hosting } from '#app/features/occasions/gathering.server.ts'
import { makeGathering } from '#app/features/occasions/make-gathering.server.ts'
import { addOccasion } from '#app/features/occasions/occasion.server.ts'
import { gatheringForm, occasionForm } from '#app/features/occasions/occasion-forms.ts'
import { localAt } from '#app/kit/zones.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type ExampleGathering, type ExampleOccasion, exampleGatherings } from './guests.ts'

// The examples' invitations: made, listed and answered by the deeds of the features, as of the days when it happened. Only who
// looked is written here.

const zone = 'Africa/Nairobi'
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)
const hoursAgo = (hours: number) => daysFromNow(-hours / 24)
/** When the first occasions were still to come. */
const then = () => daysFromNow(-12)

export async function openGatherings(db: Db, ownerId: string): Promise<void> {
  for (const example of exampleGatherings) await openGathering(db, ownerId, example)
}

async function openGathering(db: Db, ownerId: string, example: ExampleGathering) {
  const { drive: title, hosts, words, language, occasions, before = [], guests, asks = [] } = example
  const drive = title && (await db.selectFrom('fund_drives').select('id').where('title', '=', title).executeTakeFirst())
  const asked = gatheringForm.parse({ title: example.title, hosts, words, language, kind: occasions.at(-1)!.kind })
  const { id, slug } = await makeGathering(db, ownerId, asked, drive || undefined)
  const mine = { personId: ownerId, slug }
  for (const one of occasions) await addOccasion(db, mine, occasionForm.parse(typedOf(one)), then())
  const last = occasions.length
  for (const [name, seats, first] of before) {
    const guest = { name, phone: null, email: null, seats, note: '', occasions: [1, last] }
    const { link } = await addGuest(db, mine, { ...guest, groups: ['committee'] })
    await answerAs(db, link, 1, first, then())
  }
  const text = guests.map(([line]) => line).join('\n')
  const list = String(await keepGuestPaste(db, mine, text))
  const occasion = { 'occasions[]': [String(last)], seats: '1', vouched: 'on' }
  await enterGuests(db, mine, enterForm.parse({ list, ...occasion }))
  await letAnswer(db, { id, mine, last }, example)
  for (const [name, phone, step] of asks)
    await answerShared(db, slug, { no: last, name, phone, language, ...replyIn(step)! }, hoursAgo(1))
  await sendNothing(db)
}

type Of = { id: string; mine: Hosting; last: number }

/** First everybody's first answer, in the order of the list, then what some of them said later. */
async function letAnswer(db: Db, { id, mine, last }: Of, { before = [], guests }: ExampleGathering) {
  const rows = await db.selectFrom('supporters').where('gathering_id', '=', id).select(['id', 'name', 'link']).execute()
  const named = (name: string) => rows.find((row) => row.name === name)!
  const did = [
    ...before.map(([name, , , now]) => ({ guest: named(name), steps: now ? [now] : [] })),
    ...guests.map(([line, ...steps]) => ({ guest: named(readGuests(line).guests[0]!.name), steps })),
  ]
  for (const at of [0, 1] as const)
    for (const [nr, { guest, steps }] of did.entries()) {
      const step = steps[at]
      // Over two days, and this morning those who thought again.
      const now = hoursAgo(at === 0 ? 50 - (44 * nr) / did.length : 3)
      if (step === 'withdrawn') await setSeats(db, mine, guest.id, { no: last, seats: 0 }, now)
      else if (step) await answerAs(db, guest.link, last, step, now)
    }
  const seen = did.filter(({ steps }) => steps.length > 0 && steps[0] !== 'withdrawn').map(({ guest }) => guest.id)
  await sql`update supporters set seen_on = current_date - (2 + length(name) % 5) where id = any(${seen}::uuid[])`.execute(
    db,
  )
}

async function answerAs(db: Db, link: string, no: number, step: string, now: Date) {
  const said = replyIn(step)
  if (said) await answer(db, link, { no, ...said }, now)
}

function replyIn(step: string) {
  const [, word, adults = '0', children = '0'] = /^(yes|maybe|no|gives)(?: (\d+)\+(\d+))?$/.exec(step) ?? []
  if (!word) return undefined
  const reply = word === 'yes' || word === 'maybe' ? (word as 'yes' | 'maybe') : ('no' as const)
  return { reply, adults: Number(adults), children: Number(children), gives: word === 'gives' }
}

const typedOf = ({ inDays, capacity, shared, ...texts }: ExampleOccasion) => ({
  ...texts,
  zone,
  day: localAt(daysFromNow(inDays), zone).slice(0, 10),
  capacity: String(capacity ?? ''),
  partyMost: '4',
  plusOnes: '0',
  showsCount: 'on',
  waits: 'on',
  ...(shared && { shared: 'on', approves: 'on' }),
})

/** Nobody is written to: these people do not exist. */
const sendNothing = (db: Db) =>
  sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
    where task_identifier in ('mail-answered', 'mail-answers', 'offer-seats')))`.execute(db)
