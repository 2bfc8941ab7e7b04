import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { sql } from 'kysely'
import type { ReactNode } from 'react'
import { inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { moneyText, plainMoney } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { phoneInstead } from '#app/people/accounts/people.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms, smsBrand } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailFacts, MailHeading, MailLink, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { agreedWords, type DeclineReason, type Destination, methodText, nextStepAfterDecline } from './payout.ts'
import type { StepKind } from './states.ts'
import { questionLink } from './what-for.server.tsx'

// The mail jobs of withdrawals. They are about money, so nobody can turn them off; a person who deleted their account gets none.

/** Mails the owner about a step, unless another step has overtaken it meanwhile. A step of all parts together is told once, with their sums. */
export async function mailPayout(db: Db, { eventId }: { eventId: number }): Promise<void> {
  const row = await stepOf(db, eventId)
  if (!row) return
  const kind = row.kind
  const sums = kind === 'approved' ? null : isOfWhole(kind) ? await sumsOfStep(db, eventId) : row
  if (kind === 'approved' || !sums) return
  if ((kind === 'sent' || kind === 'put_back') && (await isOvertaken(db, row.id, eventId))) return
  const language = knownLanguage(row.language)
  const destination = row.destination as Destination
  const told: PayoutTold = {
    title: row.title,
    amount: sums.amount,
    fee: sums.fee,
    net: sums.net,
    at: row.created_at,
    code: row.code,
    needs: row.needs,
    to: methodText(destination),
    isBank: destination.type === 'bank',
    reason: row.reason,
    support: supportInWords(),
    note: row.by === null ? '' : row.note,
    language,
  }
  const whatFor = kind === 'completed' ? await questionLink(db, row) : null
  const links = { payouts: `${publicAddress()}/fund-drive/${row.slug}/payouts`, whatFor }
  if (row.email) return mailTo(row.email, language, payoutMail(kind, told, links))
  if (!row.phone || !isTexted(kind)) return
  const text = payoutSms({
    kind,
    language,
    amount: told.amount,
    net: told.net,
    needs: row.needs,
    drive: row.title,
    to: told.to,
  })
  await textOwner(db, { key: `payout ${eventId}`, phone: row.phone, text })
}

const stepOf = (db: Db, eventId: number) =>
  db
    .selectFrom('payout_events as e')
    .innerJoin('payout_requests as o', 'o.id', 'e.payout_id')
    .innerJoin('fund_drives as d', 'd.id', 'o.fund_drive_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .where('e.id', '=', eventId)
    .where('u.deleted_at', 'is', null)
    .select(['e.kind', 'e.note', 'e.by', 'e.code', 'e.reason', 'e.created_at', 'o.id', 'o.amount', 'o.fee', 'o.net'])
    .select(['o.needs', 'o.whole', 'o.destination', 'd.title', 'd.slug', 'u.email', 'u.language'])
    .select(phoneInstead.as('phone'))
    .executeTakeFirst()

/** True for the steps that parts of a withdrawal take together. Money leaves by parts, and comes back by parts. */
const isOfWhole = (kind: StepKind): boolean => !['approved', 'sent', 'completed', 'put_back', 'returned'].includes(kind)

type Sums = { amount: number; fee: number; net: number }

/** Sums the parts that took a step in the same transaction; null for another event than the first of them. */
async function sumsOfStep(db: Db, eventId: number): Promise<Sums | null> {
  const { rows } = await sql<Sums & { first: number }>`
    select min(s.id) as first, sum(p.amount)::bigint as amount, sum(p.fee)::bigint as fee, sum(p.net)::bigint as net
    from payout_events e join payout_requests o on o.id = e.payout_id
      join payout_requests p on p.whole = o.whole
      join payout_events s on s.payout_id = p.id and s.kind = e.kind and s.created_at = e.created_at
    where e.id = ${eventId}`.execute(db)
  const { first, ...sums } = rows[0]!
  return first === eventId ? sums : null
}

async function isOvertaken(db: Db, payoutId: number, eventId: number): Promise<boolean> {
  const later = await db
    .selectFrom('payout_events')
    .where('payout_id', '=', payoutId)
    .where('id', '>', eventId)
    .where('kind', '<>', 'sent')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

// The texts to owners without an email address: that a withdrawal was asked for, what treasurers said, and how it ended.

type Texted = Exclude<StepKind, 'approved' | 'sent' | 'put_back' | 'cancelled'>
const isTexted = (kind: StepKind): kind is Texted => kind === 'signed' || Object.hasOwn(says, kind)

type Told = { kind: Texted; language: Language; amount: number; net: number; needs: number; drive: string; to: string }
type Said = { amount: string; net: string; drive: string; to: string }

const says: Record<Exclude<Texted, 'signed'>, (about: Said) => Words> = {
  requested: ({ amount, drive }) => msg`You asked to withdraw ${amount} from ${drive}. Not you? Sign in and cancel it.`,
  refused: ({ amount, drive }) =>
    msg`Your treasurers did not agree to your withdrawal of ${amount} from ${drive}. Nothing was sent.`,
  lapsed: ({ amount, drive }) =>
    msg`Too few treasurers agreed in 14 days to your withdrawal of ${amount} from ${drive}. Nothing was sent.`,
  unsigned: ({ amount, drive }) =>
    msg`Your withdrawal of ${amount} from ${drive} waits again: too few treasurers agree to it now.`,
  completed: ({ net, drive, to }) => msg`${net} from ${drive} has been sent to ${to}.`,
  rejected: ({ amount, drive }) =>
    msg`Your withdrawal of ${amount} from ${drive} was declined. Nothing was sent. Sign in to read why and what to do next.`,
  returned: ({ net, drive }) => msg`Your withdrawal of ${net} from ${drive} came back.`,
}

/** Writes the text; shortens the drive's title until it fits. */
export function payoutSms({ kind, language, amount, net, needs, drive: title, to }: Told): string {
  const words = wordsIn(language, catalogues[language])
  const about = { amount: plainMoney(amount), net: plainMoney(net), to: inGsm7(to).slice(0, 40) }
  return smsWith(inGsm7(title) || smsBrand(), (drive) =>
    kind === 'signed' ? `${drive}: ${words._(agreedWords(needs))}` : words._(says[kind]({ ...about, drive })),
  )
}

/** Texts the owner once, however often the job runs. */
export const textOwner = (db: Db, { key, phone, text }: { key: string; phone: string; text: string }) =>
  db.transaction().execute((tx) => sendSms(tx, { key, phone, text, money: true, evenAtNight: true }))

// The mails to owners about their withdrawals.

type PayoutTold = {
  title: string
  amount: number
  fee: number
  net: number
  /** The bank or the wallet, with the end of the number. */
  to: string
  isBank: boolean
  /** How many treasurers must agree. */
  needs: number
  at: Date
  note: string
  /** The reason for declining, if one was chosen. */
  reason: DeclineReason | null
  code: string
  language: Language
  /** The address where the owner can ask. */
  support: string
}

const reason = msg`You're getting this because of a withdrawal from your fund drive.`

const subjects: Record<Mailed, Words> = {
  requested: msg`We have your withdrawal request`,
  signed: msg`Your treasurers have agreed to your withdrawal`,
  refused: msg`Your treasurers did not agree to your withdrawal`,
  lapsed: msg`Your withdrawal has ended: too few treasurers agreed`,
  unsigned: msg`Your withdrawal waits for your treasurers again`,
  sent: msg`Your withdrawal is with our payment provider`,
  completed: msg`Your withdrawal has been sent`,
  put_back: msg`Your withdrawal is delayed`,
  rejected: msg`Your withdrawal request was declined`,
  cancelled: msg`You cancelled your withdrawal request`,
  returned: msg`Your withdrawal came back`,
}

/** The steps that are mailed. An approval is not: nothing has moved then, and the next step follows at once. */
type Mailed = Exclude<StepKind, 'approved'>

type Links = { payouts: string; whatFor: string | null }

function payoutMail(kind: Mailed, told: PayoutTold, { payouts, whatFor }: Links): MailTemplate {
  const Said = texts[kind]
  return {
    subject: subjects[kind],
    reason,
    body: (
      <>
        <MailHeading>{headings[kind]}</MailHeading>
        <MailText>
          <Said {...told} />
        </MailText>
        {kind === 'rejected' && <WhatNext {...told} />}
        <Facts {...told} kind={kind} />
        <MailButton href={payouts}>
          <Trans>See your payouts</Trans>
        </MailButton>
        {whatFor && (
          <MailLink href={whatFor}>
            <Trans>What was it for?</Trans>
          </MailLink>
        )}
        {(kind === 'requested' || kind === 'cancelled') && (
          <MailNote>
            <Trans>If this wasn't you, change your password at once and write to us.</Trans>
          </MailNote>
        )}
      </>
    ),
  }
}

const headings: Record<Mailed, ReactNode> = {
  requested: <Trans>Your request has arrived</Trans>,
  signed: <Trans>Your treasurers have agreed</Trans>,
  refused: <Trans>Your treasurers did not agree</Trans>,
  lapsed: <Trans>Your request has ended</Trans>,
  unsigned: <Trans>Your withdrawal waits again</Trans>,
  sent: <Trans>Your money is being delivered</Trans>,
  completed: <Trans>Your money has been sent</Trans>,
  put_back: <Trans>Your withdrawal is delayed</Trans>,
  rejected: <Trans>Your request was declined</Trans>,
  cancelled: <Trans>Your request is cancelled</Trans>,
  returned: <Trans>Your withdrawal came back</Trans>,
}

const texts: Record<Mailed, (told: PayoutTold) => ReactNode> = {
  requested: ({ amount, title, needs }) => {
    const asked = moneyText(amount)
    return needs > 0 ? (
      <Trans>
        You asked to withdraw {asked} from <Typed text={title} />. It waits until {needs} treasurers have agreed.{' '}
        {'{brand}'} checks it and sends it after that.
      </Trans>
    ) : (
      <Trans>
        You asked to withdraw {asked} from <Typed text={title} />. We check each request before money is sent. It
        usually arrives within 1 working day, and we'll email you then.
      </Trans>
    )
  },
  signed: ({ needs, language }) => wordsIn(language, catalogues[language])._(agreedWords(needs)),
  refused: NothingSent,
  lapsed: NothingSent,
  unsigned: ({ title }) => (
    <Trans>
      Fewer treasurers of <Typed text={title} /> agree now than your withdrawal needs. The money stays set aside, and it
      is sent once enough of them agree.
    </Trans>
  ),
  sent: ({ net, to }) => {
    const sum = moneyText(net)
    return (
      <Trans>
        Our payment provider has taken {sum} and delivers it to <Typed text={to} />. We'll email you again once it has
        arrived.
      </Trans>
    )
  },
  completed: ({ net, to, isBank }) => {
    const sum = moneyText(net)
    return isBank ? (
      <Trans>
        {sum} has been sent to <Typed text={to} />. A bank may take a while to show it.
      </Trans>
    ) : (
      <Trans>
        {sum} has been sent to <Typed text={to} />.
      </Trans>
    )
  },
  put_back: ({ net, to }) => {
    const sum = moneyText(net)
    return (
      <Trans>
        {sum} could not be sent to <Typed text={to} /> yet. The money stays set aside for you, and we will try again.
      </Trans>
    )
  },
  rejected: NothingSent,
  cancelled: NothingSent,
  returned: ({ net, to, title }) => {
    const sum = moneyText(net)
    return (
      <Trans>
        {sum} could not be delivered to <Typed text={to} /> and came back. It is in the balance of{' '}
        <Typed text={title} /> again. Please check the number before you ask again.
      </Trans>
    )
  },
}

function NothingSent({ title }: PayoutTold) {
  return (
    <Trans>
      Nothing was sent. The money is back in the balance of <Typed text={title} />.
    </Trans>
  )
}

/** Tells a person whose request was declined what they can do, and where to ask. */
function WhatNext({ reason, note, support }: PayoutTold) {
  const { i18n } = useLingui()
  return (
    <>
      <MailText>{i18n._(nextStepAfterDecline({ reason, note }))}</MailText>
      <MailText>
        <Trans>This is where you can write to us: {support}</Trans>
      </MailText>
    </>
  )
}

function Facts({ kind, ...told }: PayoutTold & { kind: Mailed }) {
  // For a withdrawal that was not sent, only the sum asked for is true.
  const isNothing = ['rejected', 'cancelled', 'refused', 'lapsed'].includes(kind)
  const facts = [
    { name: <Trans>Fund drive</Trans>, value: told.title },
    { name: <Trans>Withdrawal</Trans>, value: moneyText(told.amount) },
    { name: <Trans>Fee</Trans>, value: moneyText(told.fee) },
    { name: <Trans>You receive</Trans>, value: moneyText(told.net) },
    { name: isNothing ? <Trans>Method</Trans> : <Trans>Sent to</Trans>, value: told.to },
    { name: <Trans>Date</Trans>, value: momentIn(told.language, told.at) },
    ...(told.code ? [{ name: <Trans>Code</Trans>, value: told.code }] : []),
    ...(told.note ? [{ name: <Trans>Note</Trans>, value: told.note }] : []),
  ]
  return <MailFacts facts={isNothing ? facts.filter((_, nr) => nr !== 2 && nr !== 3) : facts} />
}
