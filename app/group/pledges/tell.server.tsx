import { createHash } from 'node:crypto'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import type { ReactNode } from 'react'
import { brand } from '#app/kit/brand.ts'
import { fits, inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { plainMoney } from '#app/kit/money.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import { briefDayIn, noonOf, shortDayIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { hasStopped, sendSms, withdrawSms } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailFacts, MailHeading, MailLink, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { pledgeTexts } from './pledge.ts'
import {
  isMailReader,
  linkOfPledge,
  mailsHookOf,
  mailsLinkOf,
  pledgeByLink,
  renewLink,
  yesLinkOf,
} from './token.server.ts'

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

// People who want no more email about pledges, of any drive and by any writer.

export async function hasStoppedMail(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('pledge_mail_stops')
    .where('address_hash', '=', markOf(email))
    .select('since')
    .executeTakeFirst()
  return row !== undefined
}

type Asked = { token: string; reader: string }

/** Stops mails to the address of this pledge. Only a reader of its mails may ask for it: `reader` is in the mails alone. */
export async function stopMail(db: Db, asked: Asked): Promise<void> {
  const address_hash = await markAt(db, asked)
  await db
    .insertInto('pledge_mail_stops')
    .values({ address_hash })
    .onConflict((same) => same.doNothing())
    .execute()
}

/** Restarts the mails for that person. */
export async function startMail(db: Db, asked: Asked): Promise<void> {
  await db
    .deleteFrom('pledge_mail_stops')
    .where('address_hash', '=', await markAt(db, asked))
    .execute()
}

/** Returns whether mails are stopped, for the reader of a mail about this pledge; null for everybody else. */
export async function mailStopOf(db: Db, asked: Asked): Promise<{ stopped: boolean } | null> {
  const email = await addressAt(db, asked)
  return email ? { stopped: await hasStoppedMail(db, email) } : null
}

async function markAt(db: Db, asked: Asked): Promise<string> {
  const email = await addressAt(db, asked)
  if (!email) throw new Refusal(pledgeTexts.gone, { status: 404 })
  return markOf(email)
}

async function addressAt(db: Db, { token, reader }: Asked): Promise<string | null> {
  const row = await db
    .selectFrom('pledges as g')
    .where(pledgeByLink(token))
    .select(['g.email', 'g.client_key'])
    .executeTakeFirst()
  return row && isMailReader(row.client_key, reader) ? row.email : null
}

const markOf = (email: string): string => createHash('sha256').update(email.trim().toLowerCase()).digest('hex')

type MailTold = PledgeTold & {
  /** True if the giver wrote it down. */
  givers: boolean
  /** The address where its reader ends all mails about pledges: a page, and the target of a mail program's post. */
  mailsUrl: string
  unsubscribe: string
}

const reasons: Record<'own' | 'other', Words> = {
  own: msg`You’re getting this email because this address was used to pledge a gift on {brand}.`,
  other: msg`You’re getting this email because the organiser wrote down a pledge for you on {brand}.`,
}

const subjects: Record<PledgeTold['is'], Words> = {
  written: msg`Your pledge is written down`,
  raised: msg`Your pledge was raised`,
  due: msg`Your pledge is due soon`,
  late: msg`The day of your pledge is over`,
}

/** Writes to a pledge's giver: it was written down or raised, or its day is near or over. Each mail says how to stop them. */
const pledgeMail = ({
  is,
  writer,
  amount,
  drive,
  day,
  url,
  givers,
  mailsUrl,
  unsubscribe,
}: MailTold): MailTemplate => ({
  subject: subjects[is],
  reason: givers ? reasons.own : reasons.other,
  unsubscribe,
  body: (
    <>
      <MailHeading>{headings[is]}</MailHeading>
      {!givers && (
        <MailText>
          <Trans>
            <Typed text={writer} /> wrote down that you pledge this. If that is not so, refuse it on its page.
          </Trans>
        </MailText>
      )}
      <MailFacts
        facts={[
          { name: <Trans>Fund drive</Trans>, value: drive },
          {
            name: is === 'written' || is === 'raised' ? <Trans>Amount</Trans> : <Trans>Still open</Trans>,
            value: amount,
          },
          ...(day ? [{ name: <Trans>Day</Trans>, value: day }] : []),
        ]}
      />
      {givers && is === 'written' && (
        <MailText>
          <Trans>Confirm on its page: then it counts for the fundraiser, and we remind you.</Trans>
        </MailText>
      )}
      {is === 'raised' && (
        <MailText>
          <Trans>Confirm on its page: what you agreed to before counts meanwhile.</Trans>
        </MailText>
      )}
      <MailText>
        <Trans>You can pay all of it or a part, change the amount, or cancel the pledge.</Trans>
      </MailText>
      <MailButton href={url}>
        <Trans>Open the pledge</Trans>
      </MailButton>
      <MailLink href={`${url}#reminders`}>
        <Trans>No more reminders</Trans>
      </MailLink>
      <MailLink href={mailsUrl}>
        <Trans>Never write to this address about pledges</Trans>
      </MailLink>
    </>
  ),
})

const headings: Record<PledgeTold['is'], ReactNode> = {
  written: <Trans>Your pledge is written down</Trans>,
  raised: <Trans>Your pledge was raised</Trans>,
  due: <Trans>Your pledge is due soon</Trans>,
  late: <Trans>The day of your pledge is over</Trans>,
}

type PledgeTold = {
  /** The news: it was just written down, or raised; its day is near or here, or over. */
  is: 'written' | 'raised' | 'due' | 'late'
  /** The writer's name, if another person wrote it down; empty if the giver did. */
  writer: string
  /** The amount in plain words: all of it, or the rest. */
  amount: string
  drive: string
  /** The day of the pledge. */
  day: string
  url: string
}

/** Writes the text to the giver of a pledge. Names are shortened until it fits; each text says how to have no more of them. */
export function pledgeSms(words: I18n, { is, writer, amount, drive: title, day, url }: PledgeTold): string {
  const who = shortened(inGsm7(writer))
  const whole = (drive: string) => {
    if (is === 'written' && who)
      return words._(
        msg`${who} wrote down that you pledge ${amount} for ${drive}. Pay or refuse: ${url} STOP ends texts`,
      )
    if (is === 'written')
      return words._(msg`You pledged ${amount} for ${drive}. Confirm or refuse: ${url} STOP ends texts`)
    if (is === 'raised')
      return words._(msg`Pledge for ${drive} raised to ${amount}. Confirm or change: ${url} STOP ends texts`)
    if (is === 'due')
      return words._(msg`Your pledge of ${amount} for ${drive} is for ${day}. Pay or change it: ${url} STOP ends texts`)
    return words._(msg`Your pledge of ${amount} for ${drive} was for ${day}. Pay or change it: ${url} STOP ends texts`)
  }
  const brief = (drive: string) => words._(msg`Your pledge for ${drive}: ${url} STOP ends texts`)
  const named = inGsm7(title) || brand()
  return smsWith(named, fits(whole(leastOf(named))) ? whole : brief)
}

const shortened = (name: string) => ([...name].length > 20 ? `${[...name].slice(0, 18).join('').trimEnd()}..` : name)
/** Returns enough of a title to recognise the drive. */
const leastOf = (title: string) => `${[...title].slice(0, 8).join('')}..`
