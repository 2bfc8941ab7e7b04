import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { noonOf, shortDayIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { sendSms, withdrawSms } from '#app/platform/sms/outbox.server.ts'
import { hasStopped } from '#app/platform/sms/stops.server.ts'

// What a guest of a visit reads on the phone: many look at no mail.

type VisitSms = { status: 'confirmed' | 'cancelled'; drive: string; day: string; time: string; place: string }

/** What the organiser decided. Names are shortened until it fits; where the place finds no room, the mail has it. */
function visitSms(words: I18n, { status, drive: title, day, time, place }: VisitSms): string {
  const where = inGsm7(place)
  const brief = (drive: string) =>
    status === 'cancelled'
      ? words._(msg`The organiser can't receive you on ${day}, ${time}, for ${drive}. STOP ends texts`)
      : words._(msg`Your visit for ${drive} on ${day}, ${time} is confirmed. STOP ends texts`)
  const whole = (drive: string) =>
    words._(msg`Your visit for ${drive} on ${day}, ${time} is confirmed. Come to: ${where}. STOP ends texts`)
  const named = inGsm7(title) || 'Harambee'
  return smsWith(named, status === 'confirmed' && where && fits(whole(leastOf(named))) ? whole : brief)
}

/** So much of a title tells which drive it is. */
const leastOf = (title: string) => `${[...title].slice(0, 10).join('')}..`

/** Tells the guest of what was decided, in its transaction, in the budget of the drive's owner. */
export async function textDecided(tx: Tx, visit: string, sequence: number): Promise<void> {
  const { rows } = await sql<{
    phone: string
    status: 'confirmed' | 'cancelled'
    language: string | null
    title: string
    day: string
    time: string
    place: string
    owner: string
  }>`select v.phone, v.status, v.language, d.title, v.visit_date::text as day, v.visit_time as time,
      coalesce(nullif(p.address, ''), d.location) as place, d.user_id as owner
    from fund_drive_reservations v join fund_drives d on d.id = v.fund_drive_id
      left join visit_places p on p.fund_drive_id = d.id
    where v.id = ${visit}`.execute(tx)
  const row = rows[0]
  if (!row?.phone || (await hasStopped(tx, row.phone))) return
  const language = knownLanguage(row.language)
  const { status, title, time, place, owner } = row
  const told = { status, drive: title, day: shortDayIn(language, noonOf(row.day)), time, place }
  // Of two decisions in one night the later one is told in the morning.
  await withdrawSms(tx, [`visit ${visit} ${sequence - 1}`])
  const text = visitSms(wordsIn(language, catalogues[language]), told)
  await sendSms(tx, { key: `visit ${visit} ${sequence}`, phone: row.phone, text, money: false, host: owner })
}
