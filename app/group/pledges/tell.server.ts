import { sql } from 'kysely'
import { knownLanguage } from '#app/kit/languages.ts'
import { plainMoney } from '#app/kit/money.ts'
import { briefDayIn, noonOf, shortDayIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { mailTo } from '#app/platform/mail-to.server.ts'
import { sendSms, withdrawSms } from '#app/platform/sms/outbox.server.ts'
import { hasStopped } from '#app/platform/sms/stops.server.ts'
import { hasStoppedMail } from './mail-stops.server.ts'
import { pledgeMail } from './mails.tsx'
import { type PledgeTold, pledgeSms } from './pledge-sms.ts'
import { linkOfPledge, mailsHookOf, mailsLinkOf, renewLink, yesLinkOf } from './token.server.ts'

// Messages to the giver of a pledge, to a phone and to an email address.

/** The kind of message: about its beginning, about a raise, or one of the three reminders. */
export type PledgeNews = 'written' | 'raised' | 0 | 1 | 2

/** Notifies the giver, by phone or email, whichever is known. Each message is sent once, however often it is asked for. */
export async function tellGiver(tx: Tx, id: number, about: PledgeNews, byText = true): Promise<void> {
  const row = await toTell(tx, id)
  if (!row) return
  await renewLink(tx, row)
  const language = knownLanguage(row.language)
  if (byText && row.phone && !(await hasStopped(tx, row.phone))) {
    const text = pledgeSms(wordsIn(language, catalogues[language]), toldOf(row, about))
    await sendSms(tx, { key: `pledge ${id} ${about}`, phone: row.phone, text, money: false })
  }
  if (row.email) await enqueue(tx, 'mail-pledge', { pledgeId: id, about }, { key: `${id} ${about}` })
}

/** Withdraws unsent messages: they would ask for a gift that is no longer expected, or for the wrong sum. */
const withdraw = (tx: Tx, id: number, which: PledgeNews[]): Promise<void> =>
  withdrawSms(
    tx,
    which.map((about) => `pledge ${id} ${about}`),
  )
const reminders: PledgeNews[] = [0, 1, 2]
export const withdrawTexts = (tx: Tx, id: number): Promise<void> =>
  withdraw(tx, id, ['written', 'raised', ...reminders])
/** Withdraws reminders when the open rest has changed. A message asking for a yes is still sent: nothing else brings it. */
export const withdrawReminders = (tx: Tx, id: number): Promise<void> => withdraw(tx, id, reminders)

/** Sends the first message. Without `byText` no text is written: the day's are used up. */
export const tellWritten = (tx: Tx, id: number, byText: boolean): Promise<void> => tellGiver(tx, id, 'written', byText)

/** Sends the mail about a pledge, unless its reminders have ended. */
export async function mailPledge(db: Db, { pledgeId, about }: { pledgeId: number; about: PledgeNews }): Promise<void> {
  const row = await toTell(db, pledgeId)
  if (!row?.email || row.state !== 'open' || row.stopped_at || !row.open) return
  if (await hasStoppedMail(db, row.email)) return
  await renewLink(db, row)
  const language = knownLanguage(row.language)
  await mailTo(
    row.email,
    language,
    pledgeMail({ ...toldOf(row, about), ...longOf(row), ...endsOf(row), givers: row.source === 'giver' }),
  )
}

const toTell = (db: Db | Tx, id: number) =>
  db
    .selectFrom('pledges as g')
    .innerJoin('fund_drives as d', 'd.id', 'g.fund_drive_id')
    .leftJoin('profiles as w', 'w.user_id', 'g.recorded_by')
    .where('g.id', '=', id)
    .select([
      'g.id',
      'g.phone',
      'g.email',
      'g.amount',
      'g.paid',
      'g.unagreed',
      'g.language',
      'g.client_key',
      'g.state',
      'g.stopped_at',
    ])
    .select(['g.source', 'd.title', 'w.full_name as writer'])
    .select(sql<string | null>`g.due_on::text`.as('dueOn'))
    .select(sql<boolean>`exists (select from open_drives o where o.id = d.id and o.takes_gifts)`.as('open'))
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof toTell>>>

function toldOf(row: Row, about: PledgeNews): PledgeTold {
  const language = knownLanguage(row.language)
  const asks = about === 'written' || about === 'raised'
  return {
    is: asks ? about : about === 2 ? 'late' : 'due',
    writer: row.writer ?? '',
    amount: plainMoney(about === 'raised' ? row.amount : row.amount - row.paid - (asks ? 0 : row.unagreed)),
    drive: row.title,
    day: row.dueOn ? shortDayIn(language, noonOf(row.dueOn)) : '',
    url: asks && row.source === 'giver' ? yesLinkOf(row.client_key) : linkOfPledge(row.client_key),
  }
}

/** Writes the day for a mail, which has room for the year. */
const longOf = ({ dueOn, language }: Row) => (dueOn ? { day: briefDayIn(knownLanguage(language), noonOf(dueOn)) } : {})

/** Returns where its reader ends these mails, by a page and by the button of a mail program. */
const endsOf = ({ client_key }: Row) => ({ mailsUrl: mailsLinkOf(client_key), unsubscribe: mailsHookOf(client_key) })
