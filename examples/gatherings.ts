import { sql } from 'kysely'
import { matchSupporters } from '#app/invitations/activity/tie.server.ts'
import { addGuest, answerShared } from '#app/invitations/guests/add.server.ts'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { setSeats } from '#app/invitations/guests/host.server.ts'
import { enterGuests, keepGuestPaste } from '#app/invitations/guests/import/import.server.ts'
import { enterForm } from '#app/invitations/guests/import/import.ts'
import { readGuests } from '#app/invitations/guests/import/read-guests.ts'
import { makeGathering } from '#app/invitations/occasions/make-gathering.server.ts'
import { addOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { gatheringForm, occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { localAt } from '#app/kit/zones.ts'
import type { Db } from '#app/platform/db.server.ts'
import { bootsDay } from './boots-day.ts'
import { daysFromNow } from './days.ts'
import { takePledge } from './gifts-by-guests.ts'
import { sendByMail, sendCards, thank } from './guest-messages.ts'
import { comingGatherings, type ExampleGathering, type ExampleOccasion } from './guests.ts'
import { letIn, tellAfter } from './guests-came.ts'
import { guestsOf, type Of } from './of-gathering.ts'

// The examples' invitations: made, listed and answered by the form actions of the features, as of the days when it happened. Only who
// looked is written here.

const zone = 'Africa/Nairobi'
const hoursAgo = (hours: number) => daysFromNow(-hours / 24)

type Made = { of: Of; example: ExampleGathering }

/** Whom the examples invite, with their answers. */
export async function openGatherings(db: Db, ownerId: string): Promise<Made[]> {
  const made: Made[] = []
  for (const example of [bootsDay, ...comingGatherings]) made.push(await openGathering(db, ownerId, example))
  return made
}

async function openGathering(db: Db, ownerId: string, example: ExampleGathering): Promise<Made> {
  const { drive: title, hosts, words, language, occasions } = example
  const drive = title && (await db.selectFrom('fund_drives').select('id').where('title', '=', title).executeTakeFirst())
  const asked = gatheringForm.parse({ title: example.title, hosts, words, language, kind: occasions.at(-1)!.kind })
  const { id, slug } = await makeGathering(db, ownerId, asked, drive || undefined)
  const of = { id, mine: { personId: ownerId, slug }, last: occasions.length, driveId: drive ? drive.id : null }
  await listGuests(db, of, example)
  await letAnswer(db, of, example)
  await sendNothing(db, of)
  return { of, example }
}

type How = { withMoney: boolean; signal: AbortSignal }

/** All else that happened to them, from cards to thanks: so many form actions take a while, so the app is open meanwhile. */
export async function fillGatherings(db: Db, made: Made[], { withMoney, signal }: How): Promise<void> {
  for (const { of, example } of made) {
    signal.throwIfAborted()
    await sendCards(db, of, example)
    await inviteMore(db, of, example)
    await letIn(db, of, example)
    if (withMoney) for (const pledge of example.pledges ?? []) await takePledge(db, of, pledge)
    await matchSupporters(db)
    await thank(db, of, example)
    await tellAfter(db, of, example)
    await sendNothing(db, of)
  }
}

/** Lists everybody. Who was at the first occasion answered it before it began. */
async function listGuests(db: Db, { mine, last }: Of, example: ExampleGathering) {
  const { occasions, before = [], groupBefore, guests } = example
  const then = daysFromNow(Math.min(0, occasions[0]!.inDays) - 3)
  for (const one of occasions) await addOccasion(db, mine, occasionForm.parse(typedOf(one)), then)
  for (const { name, email = null, seats, said } of before) {
    const guest = { name, phone: null, email, seats, note: '', occasions: [...new Set([1, last])] }
    const { id, link } = await addGuest(db, mine, { ...guest, groups: groupBefore ? [groupBefore] : [] })
    await answerAs(db, link, 1, said, then)
    await look(db, id, then)
  }
  const lines = guests.map(([line]) => line)
  if (lines.length > 0) await enter(db, mine, lines, last)
}

async function enter(db: Db, mine: Of['mine'], lines: string[], no: number) {
  const list = String(await keepGuestPaste(db, mine, lines.join('\n')))
  await enterGuests(db, mine, enterForm.parse({ list, 'occasions[]': [String(no)], seats: '1', vouched: 'on' }))
}

/** Who came by the open link, and who was invited by email. */
async function inviteMore(db: Db, { mine, last, ...of }: Of, { byMail = [], asks = [], language }: ExampleGathering) {
  for (const [name, phone, step] of asks)
    await answerShared(db, mine.slug, { no: last, name, phone, language, ...replyIn(step)! }, hoursAgo(1))
  if (byMail.length === 0) return
  await enter(db, mine, byMail, last)
  await sendByMail(db, { mine, last, ...of })
}

/** First everybody's first answer, in the order of the list, then what some of them said later. */
async function letAnswer(db: Db, of: Of, { before = [], guests }: ExampleGathering) {
  const { mine, last } = of
  const named = await guestsOf(db, of)
  const did = [
    ...before.map(({ name, says }) => ({ guest: named(name), steps: says ? [says] : [] })),
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
  const seen = did.filter(({ steps: [first] }) => first && first !== 'withdrawn' && first !== 'unsent')
  for (const { guest } of seen) await look(db, guest.id, daysFromNow(-2 - (guest.name.length % 5)))
}

/** Who answered looked first. */
async function look(db: Db, guest: string, at: Date) {
  const seen_on = localAt(at, zone).slice(0, 10)
  await db.updateTable('supporters').set({ seen_on }).where('id', '=', guest).where('seen_on', 'is', null).execute()
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
  walkIns: 'on',
  ...(shared && { shared: 'on', approves: 'on' }),
})

/** Nobody is written to: these people do not exist. */
async function sendNothing(db: Db, { id }: Of) {
  // With REDIS_URL they are on their way to the queue.
  await sql`select move_work()`.execute(db)
  await sql`with mine as (select o.id from occasions o where o.gathering_id = ${id})
    select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
      where key like ${`mail-answers:${id}:%`} or key in (
        select 'mail-answered:' || a.id from answers a join invitations i on i.id = a.invitation_id where i.occasion_id in (select id from mine)
        union all select 'offer-seats:' || id from mine
        union all select 'send-message:' || m.id from messages m where m.gathering_id = ${id})))`.execute(db)
}
